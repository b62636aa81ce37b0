# The client and the external IDs of the users, or all users of the client: acme/**
terraform import idm_users.staff acme/eva,tom
