// Package provider exports the constructor of the idm provider for programs that embed it, such as
// bridges to other engines. All other packages are internal.
//
// The compatibility promise: within a major version, New keeps its signature and returns a complete
// provider, and the schemas that it returns change only as docs/guides/upgrading.md allows.
package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/provider"

	idm "github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// New returns a function that makes the provider, for providerserver.NewProtocol6 or a bridge. The
// version is part of the User-Agent of its requests.
func New(version string) func() provider.Provider { return idm.New(version) }
