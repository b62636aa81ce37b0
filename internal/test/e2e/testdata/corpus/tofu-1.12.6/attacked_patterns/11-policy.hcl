rule "pattern" {
  roles = ["Back?slash"]
}
