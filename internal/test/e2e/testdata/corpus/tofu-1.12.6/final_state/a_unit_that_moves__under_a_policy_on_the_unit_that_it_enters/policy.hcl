rule "open" {
  global  = true
  message = "Global grants need a second approval."
}

rule "it" {
  units   = ["acme-it"]
  change  = ["gain", "lose", "change"]
  message = "IT approves."
}
