# The external ID of the role, which is unique in the whole service.
terraform import idm_role.auditor travel-auditor
