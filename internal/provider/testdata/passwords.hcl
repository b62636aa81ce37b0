# The kinds of passwords: how a rotation is sent, a login, and an existing password. "inPlace" is one
# that a change of the password does not replace, "policy" one that follows a policy.

idm_password {
  first      = "first-secret-0123456789-abcdefghijklmn"
  rotated    = "rotated-secret-0123456789-abcdefghijklm"
  path       = "users/u-dev-bot/password"
  login      = "/auth/v1/acme/users/u-dev-bot/password/login/"
  arguments  = ""
  more       = ""
  rotation   = <<TEXT
sent POST users/u-dev-bot/password {"extId":"own","password":"rotated-secret-0123456789-abcdefghijklm"}
sent DELETE users/u-dev-bot/password
TEXT
  existing   = "user_ext_id = \"u-anna\""
  existingID = "acme/u-anna"
  policy     = true
}
idm_context_password {
  first      = "first-secret-0123456789-abcdefghijklmn"
  rotated    = "rotated-secret-0123456789-abcdefghijklm"
  path       = "users/u-dev-bot/context-passwords"
  login      = "/auth/v1/acme/users/u-dev-bot/context-password/login/"
  arguments  = "context = \"portal\""
  more       = ",\"context\":\"portal\""
  rotation   = "sent POST users/u-dev-bot/context-passwords/own/change {\"newPassword\":\"rotated-secret-0123456789-abcdefghijklm\"}"
  existing   = "user_ext_id = \"u-anna\"\n    ext_id = \"cred-anna-context\"\n    context = \"portal\""
  existingID = "acme/u-anna/cred-anna-context"
  inPlace    = true
  policy     = true
}
idm_device_password {
  first      = "first-secret-0123456789-abcdefghijklmn"
  rotated    = "rotated-secret-0123456789-abcdefghijklm"
  path       = "users/u-dev-bot/device-password"
  login      = "/auth/v1/acme/users/u-dev-bot/device-password/login/"
  arguments  = ""
  more       = ",\"credentialExtId\":\"own\""
  rotation   = "sent POST users/u-dev-bot/device-password/own/change {\"newPassword\":\"rotated-secret-0123456789-abcdefghijklm\"}"
  existing   = "user_ext_id = \"u-dev-bot\"\n    ext_id = \"cred-bot\""
  existingID = "acme/u-dev-bot/cred-bot"
  inPlace    = true
}
