# Approvals of a plan, by people who are authors, writers, readers, bots or strangers. DIGEST stands for
# the digest of the plan. Those with "counts" count.

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
approval "a strange name" {
  by = ["rita/../x"]
  id = 51
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
