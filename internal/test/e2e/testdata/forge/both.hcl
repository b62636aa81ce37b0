# What GitHub and GitLab have in common. A function or a route of a vendor reads what the forge holds: Comments, Issues,
# Changes, Runs, OnCommits and People (pipelines_forge_test.go). A route has the parts of its path as variables, and
# query and body of its request. Its answer is a JSON value, a list with pages, a text, or an artifact of a run; null is
# 404. It changes what the forge holds with "set", and takes no members of a body but those in "takes".

# Of GitHub's teams, members in child teams are members; of GitLab's groups, only direct members are.
groups = {
  security = { active = ["anna", "rita", "ron", "robot"] }
  finance  = { active = ["rita"] }
  owners   = { active = ["wim"] }
  empty    = {}
  hidden   = { status = 403 }
  broken   = { text = "<html>" }
  invited  = { pending = ["rita"] }
  nested   = { indirect = ["rita"] }
}

function "or" {
  params = [text, otherwise]
  result = text == "" ? otherwise : text
}

function "membership" {
  params = [group, login]
  result = try([for state in ["active", "pending", "indirect"] : state if contains(try(groups[group][state], []), login)][0], "")
}

function "merged" {
  params = [change]
  result = change.Merge != ""
}
