rule "pattern" {
  roles = ["Caf? 1"]
}
