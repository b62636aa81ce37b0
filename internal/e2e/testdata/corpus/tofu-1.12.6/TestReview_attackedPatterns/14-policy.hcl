rule "pattern" {
  roles = ["Finance *"]
}
