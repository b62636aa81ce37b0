# The external ID of the client, and that of the enterprise role.
terraform import idm_enterprise_role_members.buyer acme/buyer
