# The external ID of the client, that of the enterprise role, and that of the role.
terraform import idm_enterprise_role_member.reader acme/buyer/crm-reader
