# Edits of the files of a company, as expressions with their replacements, and what the review says.

first "move a subtree" {
  lines = 1
  edits = { "units.yaml" = ["name: Sales, parent: board", "name: Sales, parent: it"] }
  says  = ["unit Sales: parent unit changes from Board to IT: this affects all users in it and below it"]
}

first "merge two units" {
  lines = 11
  edits = { "units.yaml" = ["(?m)^sales-apac: .*\\n", ""], "people.csv" = [";sales-apac;", ";sales-emea;"] }
  says  = ["unit changes from APAC to EMEA", "unit APAC is deleted"]
}

other "split a unit" {
  lines = 6
  edits = { "units.yaml" = ["(?m)^(it-ops: .*\\n)", "$${1}it-net: { name: Network, parent: it }\n"], "people.csv" = ["(?m)^(p[0-2].*);it-ops;", "$1;it-net;"] }
  says  = ["unit changes from Operations to Network"]
}

other "dissolve a unit" {
  lines = 6
  edits = { "units.yaml" = ["(?m)^it-net: .*\\n", ""], "people.csv" = [";it-net;", ";it;"] }
  says  = ["unit changes from Network to IT", "unit Network is deleted"]
}

other "rename a unit" {
  lines = 1
  edits = { "units.yaml" = ["(?m)^(sales-emea: .*)name: EMEA", "$${1}name: Europe"] }
  says  = ["unit EMEA: name changes from EMEA to Europe"]
}

other "swap two parents" {
  lines = 2
  edits = {
    "units.yaml" = ["name: Sales, parent: it", "name: Sales, parent: board", "name: IT, parent: board", "name: IT, parent: sales"]
  }
  says = ["unit Sales: parent unit changes from IT to Board"]
}

other "insert a level" {
  lines = 2
  edits = {
    "units.yaml" = ["(?m)^(sales-emea: .*)parent: sales (.*\\n)", "regions: { name: Regions, parent: sales }\n$${1}parent: regions $2"]
  }
  says = ["unit Europe: parent unit changes from Sales to Regions"]
}

other "remove a level" {
  lines = 2
  edits = { "units.yaml" = ["(?m)^regions: .*\\n", "", "parent: regions", "parent: sales"] }
  says  = ["unit Europe: parent unit changes from Regions to Sales"]
}

other "rename a job" {
  lines = 11
  edits = {
    "jobs.yaml"  = ["(?m)^seller:", "account-manager:"]
    "people.csv" = [";seller;", ";account-manager;"]
  }
}

other "give a job one more role" {
  lines  = 1
  people = 14
  edits  = { "jobs.yaml" = ["writer: \\{ roles: \\[wiki-editor\\]", "writer: { roles: [wiki-editor, crm-reader]"] }
  says   = ["each of %d people gains role reader in CRM"]
}

other "move ten people" {
  lines = 10
  edits = { "people.csv" = [";board;director;", ";sales;director;"] }
  says  = ["unit changes from Board to Sales"]
}

other "hand over a unit" {
  lines     = 6
  edits     = { "units.yaml" = ["(?m)^it-ops: .*\\n", ""], "people.csv" = ["(?m)^.*;it-ops;.*\\n", ""] }
  arguments = ["-var", "on_destroy=keep"]
  says      = ["an object stays, and Terraform no longer manages it", "The plan changes nothing."]
}

