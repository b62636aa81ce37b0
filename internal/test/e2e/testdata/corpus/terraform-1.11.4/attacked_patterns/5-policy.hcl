rule "pattern" {
  roles = ["Finance [EMEA]"]
}
