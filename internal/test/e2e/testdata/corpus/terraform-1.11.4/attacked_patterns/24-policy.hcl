rule "x" { change = [] }
