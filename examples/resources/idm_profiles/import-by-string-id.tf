# The client and the external IDs of the profiles, or all profiles of the client: acme/**
import {
  to = idm_profiles.staff
  id = "acme/eva,tom"
}
