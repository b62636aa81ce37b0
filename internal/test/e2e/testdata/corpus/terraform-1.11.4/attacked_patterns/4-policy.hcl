rule "pattern" {
  roles = ["FINANCE\u00a0[EMEA]"]
}
