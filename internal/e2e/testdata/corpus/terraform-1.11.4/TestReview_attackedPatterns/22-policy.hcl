rule "x" { users = ["  "] }
