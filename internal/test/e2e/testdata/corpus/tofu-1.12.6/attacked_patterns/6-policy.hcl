rule "pattern" {
  roles = ["finance [emea]"]
}
