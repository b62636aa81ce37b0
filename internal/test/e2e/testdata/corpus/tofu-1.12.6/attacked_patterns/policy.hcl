rule "pattern" {
  roles = ["Finance E"]
}
