rule "pattern" {
  roles = ["CAFÉ ?"]
}
