rule "x" { users = ["​⁠"] }
