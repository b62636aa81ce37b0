rule "pattern" {
  roles = ["Café 1"]
}
