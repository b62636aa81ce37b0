rule "pattern" {
  roles = ["{Finance,x}*"]
}
