# Files of a company with mistakes, and what the plan says about them.

mistakes "a damaged sheet" {
  files = {
    "people.csv" = "id;first;family;unit;job;until;telephone;birth_date;login_id\neva;Eva;Egger;sales;seller;########;4,14E+10;#N/A;\nfi\u00a0nn;Fi\u200bnn;Fischer;it;support;;;;\n"
  }
  wants = [
    "Line 2: until \"########\" is an error of a spreadsheet in place of a value; correct the cell.",
    "Line 2: telephone \"4,14E+10\" is a number that a spreadsheet has rounded; format the column as text, and enter the value again.",
    "Line 2: birth_date \"#N/A\" is an error of a spreadsheet",
    "Line 3: id \"fi\\u00a0nn\" contains U+00A0, which cannot be seen",
    "Line 3: first \"Fi\\u200bnn\" contains U+200B, which cannot be seen",
  ]
}

mistakes "units" {
  files = {
    "units.yaml" = <<EOT
sales: { name: Sales }
it: { nmae: IT, parent: slaes }
lab:
  name: Lab
  validity: { to: 6/30/2027 }
shop: true
EOT
  }
  wants = [
    "units.yaml line 2, it: nmae: there is no such key; did you mean name? The keys are",
    "units.yaml line 2, it: parent: there is no unit \"slaes\"; did you mean sales?",
    "units.yaml line 5, lab: validity.to: 6/30/2027 is neither a day",
    "units.yaml line 6, shop: must be a mapping",
  ]
}

mistakes "an invisible key of a unit" {
  files = { "units.yaml" = "sales: {}\nit\u200b: {}\n" }
  wants = ["Line 2: the key \"it\\u200b\" contains U+200B, which cannot be seen"]
}

mistakes "a job twice" {
  files = { "jobs.yaml" = "seller: {}\nsupport: {}\nseller: {}\n" }
  wants = ["Line 3: \"seller\" is in line 1 already"]
}

mistakes "people, jobs and exceptions" {
  files = {
    "people.csv"      = "id;first;family;unit;job;until;telephone;birth_date;login_id\neva;Eva;Egger;sa les;seller;12/31/2027;;31.12.1990;\nfinn;Finn;Fischer;slaes;seler;2027-02-30;'+41;13/31/1990;\ngina;Gina;Gut;it\u00a0x;chef;46203;;;\n"
    "jobs.yaml"       = <<EOT
seller: { roles: [crm-reader] }
support:
  roles:
    - wiki-editor
chief:
  rols: [crm-reader]
  roles: { crm-admin: { unit_globl: true, validity: { to: 31/12, form: 2027-01-01 } } }
EOT
    "exceptions.yaml" = <<EOT
gian: { roles: [crm-admin] }
eva:
  without:
    - crm-raeder
EOT
  }
  wants = [
    "people.csv line 2, eva: there is no unit \"sa les\"; did you mean sales?",
    "people.csv line 2, eva: \"12/31/2027\" is neither a day such as",
    "people.csv line 3, finn: there is no unit \"slaes\"; did you mean sales?",
    "people.csv line 3, finn: there is no job \"seler\"; did you mean seller?",
    "people.csv line 3, finn: \"2027-02-30\" is neither a day such as",
    "people.csv line 3, finn: telephone is \"'+41\"; remove the apostrophe",
    "people.csv line 3, finn: birth_date: \"13/31/1990\" is not a day",
    "people.csv line 4, gina: there is no unit \"it\\u00a0x\", which has an invisible character;",
    "people.csv line 4, gina: there is no job \"chef\"; did you mean chief?",
    "people.csv line 4, gina: \"46203\" is neither a day such as",
    "exceptions.yaml line 1, exception gian: there is no person \"gian\"; did you mean finn or gina?",
    "exceptions.yaml line 4, exception eva: without: there is no role of a job \"crm-raeder\"; did you mean crm-reader?",
    "jobs.yaml line 6, job chief: there is no key \"rols\"; did you mean roles?",
    "jobs.yaml line 7, job chief: crm-admin: \"31/12\" is neither a day",
    "jobs.yaml line 7, job chief: crm-admin: there is no key \"unit_globl\"; did you mean unit_global?",
    "jobs.yaml line 7, job chief: crm-admin: validity has from and to, not form",
  ]
}

mistakes "all files" {
  files = {
    "units.yaml" = <<EOT
sales: { nmae: Sales }
it: { name: IT, parent: slaes }
EOT
    "jobs.yaml"  = <<EOT
seller: { rols: [crm-reader] }
support: {}
EOT
    "people.csv" = <<EOT
id;first;family;unit;job;until;telephone;birth_date;login_id
eva;Eva;Egger;slaes;seler;;;;
EOT
  }
  wants = [
    "units.yaml line 1, sales: nmae: there is no such key",
    "units.yaml line 2, it: parent: there is no unit \"slaes\"",
    "jobs.yaml line 1, job seller: there is no key \"rols\"",
    "people.csv line 2, eva: there is no unit \"slaes\"; did you mean sales?",
    "people.csv line 2, eva: there is no job \"seler\"",
  ]
}

mistakes "roles and logins" {
  files = {
    "people.csv" = <<EOT
id;first;family;unit;job;until;telephone;birth_date;login_id
eva;Eva;Egger;sales;seller;;;;
finn;Finn;Fischer;it;support;;;;
gina;Gina;Gut;it;support;;;;
EOT
    "jobs.yaml"  = <<EOT
seller: { roles: [crm-reader], enterprise_roles: [er-slaes] }
support:
  roles:
    - wiki-edtior
EOT
  }
  wants = [
    "profiles[\"eva\"]: enterprise_authorizations[\"er-slaes\"]: The service has no enterprise role \"er-slaes\" in the client \"fresh\".",
    "authorizations[\"wiki-edtior\"]: The service has no role \"wiki-edtior\". Did you mean \"wiki-editor\"?",
    "users[\"gina\"]: login_id: The user \"old-gina\" already has the login ID \"gina\"",
    "For an element with ext_id = \"old-gina\", that is adopt = [\"gina\"]",
  ]
}
