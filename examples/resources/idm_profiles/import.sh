# The client and the external IDs of the profiles, or all profiles of the client: acme/**
terraform import idm_profiles.staff acme/eva,tom
