rule "any_character" {
roles = ["Finance ?EMEA]"]
}
rule "backslash" {
roles = ["All\\*"]
}
rule "brackets" {
roles = ["Finance [EMEA]"]
}
rule "composed" {
roles = ["Caf\u00e9 1"]
}
rule "letter" {
roles = ["Finance E"]
}
rule "lost" {
roles = ["All*"]
change = ["lose"]
}
rule "other_unit" {
units = ["IT"]
}
rule "other_user" {
users = ["Ben *"]
}
rule "plain" {
roles = ["Cafe 1"]
}
rule "range" {
roles = ["Finance [A-Z]*"]
}
rule "star" {
roles = ["All*"]
}
rule "unit_named" {
units = ["Headq*"]
}
rule "user_named" {
users = ["Anna *"]
}
rule "wide" {
roles = ["\uff23AF\u00c9 1"]
}
rule "wide_open" {
global = true
}
