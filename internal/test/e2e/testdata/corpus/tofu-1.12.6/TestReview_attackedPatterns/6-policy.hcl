rule "pattern" {
  roles = ["All*"]
}
