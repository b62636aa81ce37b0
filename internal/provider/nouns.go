package provider

import (
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/service/application"
	"github.com/identity-iac/terraform-provider-idm/internal/service/authorization"
	"github.com/identity-iac/terraform-provider-idm/internal/service/client"
	"github.com/identity-iac/terraform-provider-idm/internal/service/clientapplication"
	"github.com/identity-iac/terraform-provider-idm/internal/service/clientapplications"
	"github.com/identity-iac/terraform-provider-idm/internal/service/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/service/consent"
	"github.com/identity-iac/terraform-provider-idm/internal/service/contextpassword"
	"github.com/identity-iac/terraform-provider-idm/internal/service/credential"
	"github.com/identity-iac/terraform-provider-idm/internal/service/devicepassword"
	"github.com/identity-iac/terraform-provider-idm/internal/service/enterpriseauthorization"
	"github.com/identity-iac/terraform-provider-idm/internal/service/enterpriserole"
	"github.com/identity-iac/terraform-provider-idm/internal/service/enterpriserolemember"
	"github.com/identity-iac/terraform-provider-idm/internal/service/enterpriserolemembers"
	"github.com/identity-iac/terraform-provider-idm/internal/service/notification"
	"github.com/identity-iac/terraform-provider-idm/internal/service/password"
	"github.com/identity-iac/terraform-provider-idm/internal/service/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/service/principal"
	"github.com/identity-iac/terraform-provider-idm/internal/service/profile"
	"github.com/identity-iac/terraform-provider-idm/internal/service/profileauthorizations"
	"github.com/identity-iac/terraform-provider-idm/internal/service/profileenterpriseauthorizations"
	"github.com/identity-iac/terraform-provider-idm/internal/service/properties"
	"github.com/identity-iac/terraform-provider-idm/internal/service/propertydefinition"
	"github.com/identity-iac/terraform-provider-idm/internal/service/query"
	"github.com/identity-iac/terraform-provider-idm/internal/service/role"
	"github.com/identity-iac/terraform-provider-idm/internal/service/terms"
	"github.com/identity-iac/terraform-provider-idm/internal/service/unit"
	"github.com/identity-iac/terraform-provider-idm/internal/service/user"
)

// nouns is every kind of object the provider knows, a line each.
var nouns = []func() resourcebase.Noun{
	application.Noun,
	authorization.Noun,
	client.Noun,
	clientapplication.Noun,
	clientapplications.Noun,
	cloud.Noun,
	consent.Noun,
	contextpassword.Noun,
	credential.Noun,
	devicepassword.Noun,
	enterpriseauthorization.Noun,
	enterpriserole.Noun,
	enterpriserolemember.Noun,
	enterpriserolemembers.Noun,
	notification.Noun,
	password.Noun,
	policy.Noun,
	principal.Noun,
	profile.Noun,
	profileauthorizations.Noun,
	profileenterpriseauthorizations.Noun,
	properties.Noun,
	propertydefinition.Noun,
	query.Noun,
	role.Noun,
	terms.Noun,
	unit.Noun,
	user.Noun,
}
