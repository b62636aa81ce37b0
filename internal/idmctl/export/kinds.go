package export

import "github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"

// The resource types that the export handles individually.
var (
	kindApplication                     = objecttype.Application.TypeName()
	kindAuthorization                   = objecttype.Authorization.TypeName()
	kindClient                          = objecttype.Client.TypeName()
	kindClientApplication               = objecttype.ClientApplication.TypeName()
	kindClientApplications              = objecttype.ClientApplications.TypeName()
	kindDefinition                      = objecttype.PropertyDefinition.TypeName()
	kindEnterpriseAuthorization         = objecttype.EnterpriseAuthorization.TypeName()
	kindEnterpriseRole                  = objecttype.EnterpriseRole.TypeName()
	kindEnterpriseRoleMembers           = objecttype.EnterpriseRoleMembers.TypeName()
	kindEnterpriseRoleProperties        = objecttype.EnterpriseRoleProperties.TypeName()
	kindProfile                         = objecttype.Profile.TypeName()
	kindProfileAuthorizations           = objecttype.ProfileAuthorizations.TypeName()
	kindProfileEnterpriseAuthorizations = objecttype.ProfileEnterpriseAuthorizations.TypeName()
	kindProfileProperties               = objecttype.ProfileProperties.TypeName()
	kindRole                            = objecttype.Role.TypeName()
	kindUnit                            = objecttype.Unit.TypeName()
	kindUser                            = objecttype.User.TypeName()
	kindUserProperties                  = objecttype.UserProperties.TypeName()
)
