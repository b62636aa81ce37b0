# Calls of idmctl drift that are refused, in the environment of that name.

drift "no such thing" {
  arguments = ["nowhere"]
  want      = "nowhere: no such folder or plan"
}

drift "no configuration" {
  arguments = ["empty"]
  want      = "empty: the folder holds no configuration"
}

drift "nothing of ours" {
  arguments = ["foreign"]
  want      = "foreign: it contains neither a resource"
}

drift "broken configuration" {
  arguments = ["broken"]
  want      = "broken: "
}

drift "not initialized" {
  environment = "uninitialized"
  want        = "the folder is not initialized. Run "
}

drift "older format" {
  arguments = ["old.json"]
  want      = "old.json: "
}

drift "another provider" {
  arguments = ["foreign.json"]
  want      = "foreign.json: it contains neither a resource"
}

drift "a state" {
  arguments = ["terraform.tfstate"]
  want      = "it is a state, not a plan"
}

drift "unknown form" {
  arguments = ["--output", "pdf"]
  want      = "--output pdf: give one of"
}

drift "two logins" {
  environment = "twice"
  want        = "Two ways to sign in"
}

drift "accepting, no login" {
  environment = "without"
  arguments   = ["saved.plan", "--write-accepted", "a.yaml"]
  want        = "Missing base_url"
}

drift "accepting, no plan of all" {
  arguments = ["refresh.plan", "--write-accepted", "a.yaml"]
  want      = "name a full plan"
}

drift "accepting another file" {
  arguments = ["saved.plan", "everything", "--accept", "old.json"]
  want      = "old.json: "
}

drift "also of an older format" {
  arguments = ["--also", "old.json"]
  want      = "old.json: "
}

drift "no such cli" {
  arguments = [".", "--cli", "nothing-of-the-kind"]
  want      = "--cli nothing-of-the-kind"
}

drift "no such folder to out" {
  arguments = ["saved.plan", "--out", "nowhere/drift.html"]
  want      = "nowhere"
}

