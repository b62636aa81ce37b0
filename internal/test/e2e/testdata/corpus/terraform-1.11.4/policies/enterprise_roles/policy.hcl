rule "kept" {
roles = ["editor"]
users = ["u-ben"]
change = ["lose"]
}
rule "lost" {
roles = ["editor"]
users = ["u-dev-bot"]
change = ["lose"]
}
rule "through" {
roles = ["admin"]
}
rule "through_user" {
roles = ["admin"]
users = ["u-dev-bot"]
}
