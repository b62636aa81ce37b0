rule "pay" {
  roles = ["pay admin"]
}
