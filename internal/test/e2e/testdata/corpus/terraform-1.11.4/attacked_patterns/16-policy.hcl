rule "pattern" {
  roles = ["Cafe 1"]
}
