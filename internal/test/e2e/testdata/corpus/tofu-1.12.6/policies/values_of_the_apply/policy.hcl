rule "holder" {
users = ["u-ben"]
}
rule "no_role" {
roles = ["none"]
}
rule "other_holder" {
users = ["u-dev-bot"]
}
rule "role_named" {
roles = ["admin"]
}
rule "wide_open" {
global = true
}
