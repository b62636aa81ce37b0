rule "own" {
  roles = ["wiki-*"]
}
