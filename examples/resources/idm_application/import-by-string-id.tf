import {
  to = idm_application.travel
  id = "travel"
}
