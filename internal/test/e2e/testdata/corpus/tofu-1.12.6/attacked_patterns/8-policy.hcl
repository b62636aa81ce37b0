rule "pattern" {
  roles = ["Finance [A-Z]*"]
}
