# What the pipelines do not review or apply. With "counts", they do. A case is tried on both vendors, or on "vendor".
# DIGEST stands for the digest of the plan; the other names are those of the forge (pipelines_forge_test.go).

# A plan is reviewed only if it belongs to the last commit of a request from this repository into the target branch.

request "another repository" {
  change = { From = "mallory/tenant" }
  run    = { From = "mallory/tenant" }
}
request "another branch" { change = { Base = "topic" } }
request "another commit" { change = { Head = "f00" } }
request "another workflow" { run = { Workflow = "evil" } }
request "a failed run" { run = { OK = false } }
request "a changed base" { change = { Retargeted = "2027-06-01T00:00:00Z" } }

# A commit is not reviewed if another open or closed request with a different base contains it, because it is unclear which
# of them was planned. Another request with the same base is harmless.

request "an open request with another base" {
  other = { Base = "topic" }
  want  = "has another"
}
request "a closed request with another base" {
  other = { Base = "topic", Closed = true }
  want  = "has another"
}
request "a closed request with the same one" {
  other  = { Closed = true }
  counts = true
}

# GitLab's merged results pipelines run for a temporary merge. Neither the review nor the apply accepts their plans, and
# both errors name the setting.

request "a merged result" {
  vendor = "gitlab"
  run    = { Ref = "merge", Head = "f00" }
  want   = "Switch off \"Enable merged results pipelines\""
}
request "a merge train" {
  vendor = "gitlab"
  run    = { Ref = "train", Head = "f00" }
  want   = "Switch off \"Enable merged results pipelines\""
}
review "a merged result" {
  vendor = "gitlab"
  plan   = { Ref = "merge", Head = "f00" }
  runs   = [{ OK = true, Head = "f00", Kept = { "base/out/tenant.plan" = "x", "base/out/reviewed" = "plan-DIGEST" } }]
  want   = "Switch off \"Enable merged results pipelines\""
}
review "a merge train" {
  vendor = "gitlab"
  plan   = { Ref = "train", Head = "f00" }
  runs   = [{ OK = true, Head = "f00", Kept = { "base/out/tenant.plan" = "x", "base/out/reviewed" = "plan-DIGEST" } }]
  want   = "Switch off \"Enable merged results pipelines\""
}

# The plans of these reviews are not used.

review "none" {
  vendor = "github"
  want   = "did not succeed"
}
review "the newest one failed" {
  vendor = "github"
  runs   = [{ OK = true, Kept = { "plan-DIGEST" = "" } }, {}]
  want   = "did not succeed"
}
review "of another event" {
  vendor = "github"
  runs   = [{ OK = true, Event = "pull_request", Kept = { "plan-DIGEST" = "" } }]
  want   = "did not succeed"
}
review "without a plan" {
  vendor = "github"
  runs   = [{ OK = true, Kept = { review = "" } }]
  want   = "no plan"
}
review "with two plans" {
  vendor = "github"
  runs = [{ OK = true, Kept = {
    "plan-DIGEST"                                                           = ""
    "plan-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" = ""
  } }]
  want = "more than one"
}
review "with a name of its own" {
  vendor = "github"
  runs   = [{ OK = true, Kept = { "plan-DIGEST/../x" = "" } }]
  want   = "no plan"
}
review "access without approval" {
  vendor = "github"
  runs   = [{ OK = true, Kept = { "access-DIGEST" = "" } }]
  want   = "0 of 1 approvals"
}

# The applied plan is the reviewed plan.

apply "another plan" {
  digest = "DIGEST"
  want   = "is not the reviewed one"
}
apply "no digest" {
  digest = ""
  want   = "not known which plan"
}
apply "no real digest" {
  digest = "*"
  want   = "not known which plan"
}
apply "a digest to many" {
  digest = "DIGEST\nDIGEST"
  want   = "not known which plan"
}

# Approvals of a plan, by people who are authors, writers, readers, bots or strangers.

approval "the reviewer" {
  by     = ["rita"]
  counts = true
}
approval "with other words" {
  by     = ["rita"]
  texts  = ["Read it.\r\n    approve DIGEST\r\n"]
  counts = true
}
approval "a text with a line end" {
  by     = ["rita"]
  texts  = ["\napprove DIGEST\n"]
  counts = true
}
approval "the author" { by = ["anna"] }
approval "a reader" { by = ["ron"] }
approval "a bot" { by = ["robot"] }
approval "a stranger" { by = ["eve"] }
# GitLab knows people by their number.
approval "a strange name" {
  vendor = "github"
  by     = ["rita/../x"]
  id     = 51
}
approval "without a plan" {
  by    = ["rita"]
  texts = ["Looks right."]
}
approval "of another plan" {
  by    = ["rita"]
  texts = ["approve aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]
}
approval "of a plan like it" {
  by    = ["rita"]
  texts = ["approve DIGEST0"]
}
approval "a quotation" {
  by    = ["rita"]
  texts = ["> approve DIGEST\nNot like this."]
}
approval "before the review" {
  by    = ["rita"]
  early = ["rita"]
}
approval "an empty text" {
  by    = ["rita"]
  texts = [""]
}

# Groups that must approve, each by a member.

groups "a member" {
  of     = "+security"
  by     = ["rita"]
  counts = true
}
groups "a member of both" {
  of     = "+security+finance"
  by     = ["rita"]
  counts = true
}
groups "a member of each" {
  of     = "+owners+finance"
  by     = ["wim", "rita"]
  counts = true
}
groups "a member of one of two" {
  of = "+owners+finance"
  by = ["rita"]
}
groups "another group" {
  of = "+owners"
  by = ["rita"]
}
groups "no approval" {
  of = "+security"
}
groups "the author is a member" {
  of = "+security"
  by = ["anna", "wim"]
}
groups "a reader is a member" {
  of = "+security"
  by = ["ron", "wim"]
}
groups "a bot is a member" {
  of = "+security"
  by = ["robot", "wim"]
}
groups "an early approval" {
  of    = "+security"
  by    = ["rita", "wim"]
  early = ["rita"]
}
groups "another plan" {
  of    = "+security"
  by    = ["rita", "wim"]
  texts = ["approve aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]
}
groups "a forged line" {
  of    = "+security"
  by    = ["wim"]
  texts = ["approve DIGEST\nrita: approve DIGEST"]
}
groups "a quotation" {
  of    = "+security"
  by    = ["rita", "wim"]
  texts = ["> approve DIGEST"]
}
groups "an empty group" {
  of = "+empty"
  by = ["rita", "wim"]
}
groups "an unknown group" {
  of = "+unknown"
  by = ["rita", "wim"]
}
groups "no permission to read" {
  of = "+hidden"
  by = ["rita", "wim"]
}
groups "no response" {
  of = "+broken"
  by = ["rita", "wim"]
}
groups "an invitation" {
  of = "+invited"
  by = ["rita"]
}
groups "a member of a subgroup" {
  of = "+nested"
  by = ["rita"]
}
groups "the name of its members" {
  of = "+rita"
  by = ["rita"]
}

# Without the token for groups, and for names without a group, nothing is approved. The number of approvals does not replace
# a group.

unread "no token" {
  of    = "access-DIGEST+security"
  token = ""
  want  = "by a member of the group security"
}
unread "another token" {
  of    = "access-DIGEST+security"
  token = "x"
  want  = "by a member of the group security"
}
unread "no other approvals" {
  of        = "access-DIGEST+owners"
  approvals = 0
  want      = "by a member of the group owners"
}
unread "a plan with groups" { of = "plan-DIGEST+security" }
unread "an empty name" { of = "access-DIGEST+" }
unread "a query" { of = "access-DIGEST+security?x=1" }
unread "two lines" { of = "access-DIGEST+security\naccess-DIGEST" }
