rule "credential_wide" {
users = ["finn"]
global = true
}
rule "login_wide" {
users = ["eva"]
global = true
}
rule "narrow" {
users = ["u-ben"]
global = true
}
rule "narrow_credential" {
users = ["gil"]
global = true
}
rule "narrow_login" {
users = ["dora"]
global = true
}
rule "not_global" {
users = ["u-ben"]
}
rule "unchanged" {
users = ["u-anna"]
roles = ["crm-reader"]
global = true
}
rule "validity" {
users = ["u-anna"]
roles = ["crm-admin"]
global = true
}
rule "validity_later" {
users = ["u-anna"]
roles = ["wiki-editor"]
global = true
}
