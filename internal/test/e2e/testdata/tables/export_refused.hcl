# Exports that are refused.

export "no rights to list" {
  variables = ["IDM_TOKEN=cannot-list"]
  want      = "AccessControl.ClientView, AccessControl.UserView"
}

export "wrong token" {
  variables = ["IDM_TOKEN=wrong"]
  want      = "The service does not accept the login"
}

export "no login" {
  variables = ["IDM_TOKEN=", "IDM_BASE_URL="]
  want      = "IDM_BASE_URL"
}

export "no client" {
  variables = ["IDM_CLIENT_EXT_ID="]
  want      = "this caller can see globex, müller/10%"
}

export "unknown client" {
  arguments = ["--client", "nobody"]
  want      = "there is no client \"nobody\"; this caller can see globex"
}

export "unknown unit" {
  arguments = ["--unit", "nowhere"]
  want      = "cannot read the unit nowhere"
}

export "unknown user" {
  arguments = ["--user", "nobody"]
  want      = "cannot read the user nobody"
}

export "unknown grants" {
  arguments = ["--grants", "all"]
  want      = "--grants all: give one of single, authoritative"
}

export "unknown output" {
  arguments = ["--output", "xml"]
  want      = "--output xml: give one of text, json"
}

