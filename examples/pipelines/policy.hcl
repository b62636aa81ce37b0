# What needs a second pair of eyes in this team. A rule that fails keeps the plan from being applied: whoever wants it all the same changes this file in the
# same request, and the owners of the file have to approve.

rule "administrators" {
  message = "somebody becomes an administrator of an application"
  roles   = ["*-admin"]
}
