# What tests of single units, users and profiles do to one object: plans and applies of its arguments,
# "object" (none removes it), with requests of another writer before the plan and "between" the plan and
# the apply, and a fault during the apply. {version} is the version of the object.

all "lifecycle" {
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "one form of paths" {
  quirks = ["slash-strict"]
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "a duplicate is a 409" {
  quirks = ["duplicate-409"]
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "bumped versions" {
  quirks = ["properties-bump-version", "children-bump-version", "assign-bumps-version"]
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "no total" {
  quirks = ["no-total", "lower-limit"]
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "unknown fields" {
  quirks = ["ignore-unknown-fields"]
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "later releases" {
  quirks = ["later-releases"]
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "kept on clear" {
  quirks = ["keep-on-clear"]
  steps = [
    { object = { @formed } },
    { object = { @full } },
    { object = { @formed } },
    { object = { @full } },
    {  },
  ]
}
all "drift" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" } },
    { object = { @formed
    @text = "ours" },
    before = "PATCH @path/formed {\"@text\":\"theirs\",\"version\":{version}}" },
  ]
}
all "gone" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" } },
    { object = { @formed
    @text = "ours" },
    before = "DELETE @path/formed" },
  ]
}
all "gone after the plan" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    between = "DELETE @path/formed" },
  ]
}
all "gone before its delete" {
  steps = [
    { object = { @formed } },
    { between = "DELETE @path/formed" },
  ]
}
all "a conflict" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    between = "PATCH @path/formed {\"@text\":\"theirs\",\"version\":{version}}" },
    { object = { @formed
    @text = "ours" } },
  ]
}
all "another attribute" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    between = "PATCH @path/formed {\"modificationComment\":\"theirs\",\"version\":{version}}" },
    { object = { @formed
    @text = "ours" } },
  ]
}
all "another version" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    before = "PATCH @path/formed {\"modificationComment\":\"theirs\",\"version\":{version}}" },
  ]
}
all "the same value" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "theirs" },
    between = "PATCH @path/formed {\"@text\":\"theirs\",\"version\":{version}}" },
  ]
}
all "an unmanaged argument" {
  steps = [
    { object = { @full } },
    { object = { @formed
    @text = "@was" } },
  ]
}
all "an update is refused" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"status\", \"method\": \"PATCH\", \"status\": 422}" },
    { object = { @formed
    @text = "ours" } },
  ]
}
all "an update is forbidden" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"status\", \"method\": \"PATCH\", \"status\": 403}" },
    { object = { @formed
    @text = "ours" } },
  ]
}
all "an update fails" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"status\", \"method\": \"PATCH\", \"status\": 500}" },
    { object = { @formed
    @text = "ours" } },
  ]
}
all "a delete fails" {
  steps = [
    { object = { @formed } },
    { fault = "{\"kind\": \"status\", \"method\": \"DELETE\", \"status\": 500}" },
    {  },
  ]
}
all "a lost create" {
  steps = [
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"drop-after\", \"method\": \"POST\", \"count\": 1}" },
  ]
}
all "a create that was not made" {
  steps = [
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"drop-before\", \"method\": \"POST\", \"count\": 1}" },
  ]
}
all "a lost update" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"drop-after\", \"method\": \"PATCH\", \"count\": 1}" },
  ]
}
all "an update that was not made" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"drop-before\", \"method\": \"PATCH\", \"count\": 1}" },
  ]
}
all "a lost delete" {
  steps = [
    { object = { @formed } },
    { fault = "{\"kind\": \"drop-after\", \"method\": \"DELETE\", \"count\": 1}" },
  ]
}
all "a delete that was not made" {
  steps = [
    { object = { @formed } },
    { fault = "{\"kind\": \"drop-before\", \"method\": \"DELETE\", \"count\": 1}" },
  ]
}
all "cut off after a create" {
  steps = [
    { object = { @formed },
    fault = "{\"kind\": \"truncated-body\", \"method\": \"POST\", \"count\": 1}" },
  ]
}
all "cut off after an update" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    @text = "ours" },
    fault = "{\"kind\": \"truncated-body\", \"method\": \"PATCH\", \"count\": 1}" },
  ]
}
all "a text that is too long" {
  steps = [
    { object = { @formed
    @text = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" } },
  ]
}
all "an empty text" {
  steps = [
    { object = { @formed
    @text = "" } },
  ]
}
all "an invisible character" {
  steps = [
    { object = { @formed
    @text = "a\u200bb" } },
  ]
}
all "the same instant" {
  steps = [
    { object = { @formed
    validity = { from = "2026-01-01T00:00:00Z", to = "2031-01-01T00:00:00Z" } } },
    { object = { @formed
    validity = { from = "2026-01-01T01:00:00+01:00", to = "2031-01-01T00:00:00Z" } } },
  ]
}
all "no instant" {
  steps = [
    { object = { @formed
    validity = { from = "yesterday" } } },
  ]
}
all "a misspelled key" {
  steps = [
    { object = { @formed
    validity = { form = "2026-01-01T00:00:00Z" } } },
  ]
}
all "a validity that ends first" {
  steps = [
    { object = { @formed
    validity = { from = "2032-01-01T00:00:00Z", to = "2031-01-01T00:00:00Z" } } },
  ]
}
# Before it waits, a tree asks who uses a unit that the service keeps.
idm_users "a delete is refused" {
  steps = [
    { object = { @formed } },
    { fault = "{\"kind\": \"status\", \"method\": \"DELETE\", \"status\": 422}" },
    {  },
  ]
}
idm_profiles "a delete is refused" {
  steps = [
    { object = { @formed } },
    { fault = "{\"kind\": \"status\", \"method\": \"DELETE\", \"status\": 422}" },
    {  },
  ]
}
idm_users "a user is archived" {
  steps = [
    { object = { @formed
    on_destroy = "archive" } },
    {  },
  ]
}
idm_users "a user is kept" {
  steps = [
    { object = { @formed
    on_destroy = "keep" } },
    {  },
  ]
}
idm_users "an archived user" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    user_state = "archived" } },
    { object = { @formed } },
  ]
}
idm_users "a technical user" {
  steps = [
    { object = { @formed
    is_technical_user = true } },
    { object = { @formed
    remarks = "ours" } },
  ]
}
idm_users "a new login" {
  steps = [
    { object = { @formed } },
    { object = { @formed~login_id
    login_id = "another" } },
  ]
}
idm_users "a state that is none" {
  steps = [
    { object = { @formed
    user_state = "sleeping" } },
  ]
}
idm_users "a user with a profile" {
  steps = [
    { object = { @formed } },
    { before = "POST users/formed/profiles/ {\"extId\":\"theirs\",\"unitExtId\":\"acme-hq\"}" },
  ]
}
idm_profiles "an archived profile" {
  steps = [
    { object = { @formed } },
    { object = { @formed
    profile_state = "archived" } },
  ]
}
idm_profiles "the default profile" {
  steps = [
    { object = { @formed
    is_default_profile = true } },
    { object = { @formed
    is_default_profile = false } },
  ]
}
idm_profiles "a missing user" {
  steps = [
    { object = { @formed~user_ext_id
    user_ext_id = "no-such-user" } },
  ]
}
idm_unit_tree "a profileless unit" {
  steps = [
    { object = { @formed } },
    { object = { @formed~profileless
    profileless = true } },
  ]
}
idm_unit_tree "a fixed kind of unit" {
  quirks = ["profileless-fixed"]
  steps = [
    { object = { @formed } },
    { object = { @formed~profileless
    profileless = true } },
  ]
}
idm_unit_tree "moved" {
  steps = [
    { object = { @formed
    parent_unit_ext_id = "acme-hq" } },
    { object = { @formed
    parent_unit_ext_id = "acme-it" } },
    { object = { @formed
    parent_unit_ext_id = "acme-hq" } },
  ]
}
idm_unit_tree "moved and changed" {
  steps = [
    { object = { @formed
    parent_unit_ext_id = "acme-hq" } },
    { object = { @formed
    parent_unit_ext_id = "acme-it"
    @text = "ours" } },
  ]
}
idm_unit_tree "a lost move" {
  steps = [
    { object = { @formed
    parent_unit_ext_id = "acme-hq" } },
    { object = { @formed
    parent_unit_ext_id = "acme-it" },
    fault = "{\"kind\": \"drop-after\", \"method\": \"PUT\", \"count\": 1}" },
  ]
}
idm_unit_tree "a move that is not made" {
  steps = [
    { object = { @formed
    parent_unit_ext_id = "acme-hq" } },
    { object = { @formed
    parent_unit_ext_id = "acme-it" },
    fault = "{\"kind\": \"drop-before\", \"method\": \"PUT\", \"count\": 1}" },
  ]
}
idm_unit_tree "a move is refused" {
  steps = [
    { object = { @formed
    parent_unit_ext_id = "acme-hq" } },
    { object = { @formed
    parent_unit_ext_id = "acme-it" },
    fault = "{\"kind\": \"status\", \"method\": \"PUT\", \"status\": 403}" },
    { object = { @formed
    parent_unit_ext_id = "acme-it" } },
  ]
}
idm_unit_tree "moved by two" {
  steps = [
    { object = { @formed
    parent_unit_ext_id = "acme-hq" },
    before = "POST units/ {\"extId\":\"third\",\"profileless\":false}" },
    { object = { @formed
    parent_unit_ext_id = "acme-it" },
    between = "PUT units/third/children/formed" },
  ]
}
idm_unit_tree "in no such unit" {
  steps = [
    { object = { @formed
    parent_unit_ext_id = "no-such-unit" } },
  ]
}
idm_profiles "moved" {
  steps = [
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-hq" } },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-it" } },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-hq" } },
  ]
}
idm_profiles "moved and changed" {
  steps = [
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-hq" } },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-it"
    @text = "ours" } },
  ]
}
idm_profiles "a lost move" {
  steps = [
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-hq" } },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-it" },
    fault = "{\"kind\": \"drop-after\", \"method\": \"PUT\", \"count\": 1}" },
  ]
}
idm_profiles "a move that is not made" {
  steps = [
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-hq" } },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-it" },
    fault = "{\"kind\": \"drop-before\", \"method\": \"PUT\", \"count\": 1}" },
  ]
}
idm_profiles "a move is refused" {
  steps = [
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-hq" } },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-it" },
    fault = "{\"kind\": \"status\", \"method\": \"PUT\", \"status\": 403}" },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-it" } },
  ]
}
idm_profiles "moved by two" {
  steps = [
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-hq" },
    before = "POST units/ {\"extId\":\"third\",\"profileless\":false}" },
    { object = { @formed~unit_ext_id
    unit_ext_id = "acme-it" },
    between = "PUT profiles/formed/unit/third" },
  ]
}
idm_profiles "in no such unit" {
  steps = [
    { object = { @formed~unit_ext_id
    unit_ext_id = "no-such-unit" } },
  ]
}
