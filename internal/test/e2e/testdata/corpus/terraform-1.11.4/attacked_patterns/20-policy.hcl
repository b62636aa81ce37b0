rule "x" { roles = [""] }
