rule "pattern" {
  roles = ["All?"]
}
