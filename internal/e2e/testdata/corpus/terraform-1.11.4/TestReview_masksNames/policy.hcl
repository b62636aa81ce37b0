rule "all" {
  roles = ["*"]
}
