rule "above" {
units = ["Headquarters"]
}
rule "below" {
units = ["Team"]
}
rule "beside" {
units = ["Side"]
}
rule "entered" {
units = ["IT"]
}
rule "left" {
units = ["N\u00d6RD"]
}
rule "moved" {
units = ["Lab"]
}
rule "other_user" {
users = ["u-dev-bot"]
}
rule "wide_open" {
units = ["IT"]
global = true
}
