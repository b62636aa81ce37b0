# Reviews that are refused.

review "no file" {
  arguments = ["none.tfplan"]
  want      = "there is no such plan"
}

review "another provider" {
  arguments = ["other/other.json"]
  want      = "nor the configuration of this provider"
}

review "another's plan" {
  arguments = ["other/other.tfplan"]
  want      = "nor the configuration of this provider"
}

review "state" {
  arguments = ["terraform.tfstate"]
  want      = "it is a state, not a plan"
}

review "state as JSON" {
  arguments = ["state.json"]
  want      = "it is a state, not a plan"
}

review "newer format" {
  arguments = ["newer.json"]
  want      = "its format is version \"3.0\""
}

review "broken plan" {
  arguments = ["broken.tfplan"]
  want      = " show failed in "
}

review "old plan" {
  arguments = ["old.tfplan"]
  want      = "older than 0.12"
}

review "other JSON" {
  arguments = ["some.json"]
  want      = "JSON, but not of a plan"
}

review "half of it" {
  arguments = ["cut.json"]
  want      = "not valid JSON"
}

review "text" {
  arguments = ["text.txt"]
  want      = "neither a saved plan"
}

review "empty" {
  arguments = ["empty"]
  want      = "the file is empty"
}

review "folder" {
  arguments = ["other"]
  want      = "is a directory"
}

review "no such CLI" {
  arguments = ["reviewed.tfplan", "--cli", "./none"]
  want      = "there is no such program"
}

review "over the plan" {
  arguments = ["reviewed.tfplan", "--out", "./reviewed.tfplan"]
  want      = "would overwrite the plan"
}

review "no such form" {
  arguments = ["reviewed.tfplan", "--output", "pdf"]
  want      = "markdown, html, json"
}

review "no such rule" {
  arguments = ["reviewed.tfplan", "--fail-on", "global-grnt"]
  want      = "Did you mean \"gain.global\"?"
}

review "no rule" {
  arguments = ["reviewed.tfplan", "--fail-on", ""]
  want      = "--fail-on is empty"
}

review "an empty rule" {
  arguments = ["reviewed.tfplan", "--fail-on", "access,"]
  want      = "--fail-on is empty"
}

review "no address" {
  arguments = ["reviewed.tfplan", "--service", ""]
  want      = "--service is empty"
}

review "no such policy" {
  arguments = ["reviewed.tfplan", "--policy", "nowhere.hcl"]
  want      = "nowhere.hcl"
}

review "odd policy" {
  arguments = ["reviewed.tfplan", "--policy", "odd.hcl"]
  want      = "odd.hcl, line 2"
}

review "a policy without an approver" {
  arguments = ["reviewed.tfplan", "--policy", "nobody.hcl"]
  want      = "empty list of approvers"
}

review "no form of a report" {
  arguments = ["reviewed.tfplan", "--report", "pdf=a.pdf"]
  want      = "--report pdf=a.pdf: give FORMAT=FILE"
}

review "a report over the plan" {
  arguments = ["reviewed.tfplan", "--report", "json=reviewed.tfplan"]
  want      = "would overwrite the plan"
}

review "policy with no rule" {
  arguments = ["reviewed.tfplan", "--policy", "none.hcl"]
  want      = "the policy holds no rule"
}

