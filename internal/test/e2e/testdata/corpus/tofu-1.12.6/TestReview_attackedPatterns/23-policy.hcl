rule "x" { roles = [] }
