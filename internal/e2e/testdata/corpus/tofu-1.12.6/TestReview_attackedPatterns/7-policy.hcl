rule "pattern" {
  roles = ["All\\*"]
}
