rule "new_role" {
roles = ["Reviewer"]
}
rule "new_unit" {
units = ["Works"]
}
rule "new_user" {
users = ["Ewa"]
}
rule "no_role" {
roles = ["admin"]
}
rule "no_unit" {
units = ["IT"]
}
rule "no_user" {
users = ["Anna *"]
}
rule "old_role" {
roles = ["Auditor"]
}
rule "old_unit" {
units = ["Lab"]
}
rule "old_user" {
users = ["Eva"]
}
