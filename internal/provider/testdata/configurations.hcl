# Configurations of the provider, and texts that the error of a refused one contains.

refused "no base url" {
  provider = { token = "t" }
  want     = ["Missing base_url", "AttributeName(\"base_url\")", "IDM_BASE_URL"]
}

refused "base url is not one" {
  provider = { base_url = "idm.example.com", token = "t" }
  want     = ["Invalid base_url", "AttributeName(\"base_url\")"]
}

refused "another scheme" {
  provider = { base_url = "ftp://idm.example.com", token = "t" }
  want     = ["Invalid base_url"]
}

refused "plain http" {
  provider = { base_url = "http://idm.example.com", token = "t" }
  want     = ["Plain http to another host", "allow_plain_http"]
}

refused "empty string" {
  provider = { base_url = "", token = "t" }
  want     = ["Empty string", "AttributeName(\"base_url\")"]
}

refused "no login" {
  provider = { base_url = "https://idm.example.com" }
  want     = ["Missing login", "technical_user"]
}

refused "two logins" {
  provider = { base_url = "https://idm.example.com", token = "t", username = "u", password = "p" }
  want     = ["Two ways to sign in", "token", "username and password"]
}

refused "two in environment" {
  provider    = { base_url = "https://idm.example.com" }
  environment = { IDM_TOKEN = "t", IDM_USERNAME = "u" }
  want        = ["Two ways to sign in", "environment"]
}

refused "half a login" {
  provider = { base_url = "https://idm.example.com", username = "u" }
  want     = ["Incomplete login", "AttributeName(\"password\")", "IDM_PASSWORD"]
}

refused "oauth2 without a key" {
  provider = { base_url = "https://idm.example.com", oauth2 = { token_url = "https://login.example.com", client_id = "id" } }
  want     = ["Incomplete login", "client_secret"]
}

refused "unknown" {
  provider = { base_url = unknown, token = "t" }
  want     = ["Value not known yet", "AttributeName(\"base_url\")"]
}

refused "unknown inside" {
  provider = { base_url = "https://idm.example.com", oauth2 = { token_url = unknown, client_id = "id" } }
  want     = ["Value not known yet", "AttributeName(\"oauth2\").AttributeName(\"token_url\")"]
}

refused "timeout" {
  provider = { base_url = "https://idm.example.com", token = "t", request_timeout = "soon" }
  want     = ["Invalid request_timeout"]
}

refused "number in environment" {
  provider    = { base_url = "https://idm.example.com", token = "t" }
  environment = { IDM_MAX_RETRIES = "many" }
  want        = ["Invalid max_retries", "IDM_MAX_RETRIES"]
}

refused "tokens over plain http" {
  provider    = { base_url = "https://idm.example.com", oauth2 = { token_url = "http://login.example.com", client_id = "id" } }
  environment = { IDM_OAUTH2_CLIENT_SECRET = "s" }
  want        = ["Plain http to another host", "AttributeName(\"oauth2\").AttributeName(\"token_url\")"]
}

refused "cloud over plain http" {
  provider    = { base_url = "https://idm.example.com", token = "t" }
  environment = { IDM_CLOUD_BASE_URL = "http://cloud.example.com", IDM_CLOUD_ACCESS_KEY = "k" }
  want        = ["Plain http to the cloud service", "AttributeName(\"cloud\").AttributeName(\"base_url\")"]
}

refused "cloud without a key" {
  provider    = { base_url = "https://idm.example.com", token = "t" }
  environment = { IDM_CLOUD_BASE_URL = "https://cloud.example.com" }
  want        = ["Incomplete login", "access_key"]
}

refused "half a self admin" {
  provider    = { base_url = "https://idm.example.com", token = "t" }
  environment = { IDM_SELF_ADMIN_USERNAME = "anna" }
  want        = ["Incomplete login", "IDM_SELF_ADMIN_PASSWORD"]
}

refused "ca certificate" {
  provider = { base_url = "https://idm.example.com", token = "t", ca_certificate = "nonsense" }
  want     = ["Invalid ca_certificate", "AttributeName(\"ca_certificate\")", "-----BEGIN"]
}

refused "a token with a line break" {
  provider = { base_url = "https://idm.example.com", token = "t\n" }
  want     = ["Invalid token", "AttributeName(\"token\")", "ends with '\\n' (U+000A)"]
}

refused "a token with its scheme" {
  provider = { base_url = "https://idm.example.com", token = "bearer t" }
  want     = ["Invalid token", "AttributeName(\"token\")", "contains ' ' (U+0020)"]
}

refused "misspelled variable" {
  provider    = { base_url = "https://idm.example.com", token = "t" }
  environment = { IDM_MAX_RETRYS = "1" }
  want        = ["Misspelled environment variable", "Did you mean IDM_MAX_RETRIES?"]
}

accepted "all from the environment" {
  provider = {}
  environment = {
    IDM_BASE_URL                = "https://idm.example.com/api"
    IDM_USERNAME                = "u"
    IDM_PASSWORD                = "p"
    IDM_CLIENT_EXT_ID           = "acme"
    IDM_REQUESTS_PER_SECOND     = "2.5"
    IDM_MAX_CONCURRENT_REQUESTS = "3"
    IDM_REQUEST_TIMEOUT         = "5s"
  }
}

accepted "the configuration wins" {
  provider    = { base_url = "https://idm.example.com", token = "t" }
  environment = { IDM_BASE_URL = "nonsense", IDM_USERNAME = "u" }
}

accepted "loopback may be plain" {
  provider = { base_url = "http://127.0.0.1:8080", token = "t" }
}

accepted "plain http when allowed" {
  provider = { base_url = "http://idm.example.com", token = "t", allow_plain_http = true }
}

accepted "headers sign in" {
  provider    = { base_url = "https://idm.example.com" }
  environment = { IDM_HEADERS = "{\"X-Gateway-Key\":\"k\"}" }
}

accepted "secret comes from around" {
  provider    = { base_url = "https://idm.example.com", oauth2 = { token_url = "https://login.example.com", client_id = "id" } }
  environment = { IDM_OAUTH2_CLIENT_SECRET = "s" }
}
