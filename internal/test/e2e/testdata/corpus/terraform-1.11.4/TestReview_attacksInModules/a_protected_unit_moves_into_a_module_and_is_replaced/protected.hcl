rule "protected" {
  units = ["attacked"]
}
