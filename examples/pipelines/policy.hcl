# Changes that need a second pair of eyes in this team. A failed rule blocks the apply. To apply such a plan, change this file in the
# same request; the owners of the file must approve.

rule "administrators" {
  message = "a user becomes an administrator of an application"
  roles   = ["*-admin"]
}
