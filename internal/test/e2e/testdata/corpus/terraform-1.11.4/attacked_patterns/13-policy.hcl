rule "pattern" {
  roles = ["café 1"]
}
