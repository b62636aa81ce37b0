rule "pay" {
  roles = ["gehälter 1"]
}
