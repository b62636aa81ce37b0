# The client and the external IDs of the users, or all users of the client: acme/**
import {
  to = idm_users.staff
  id = "acme/eva,tom"
}
