// Package devicepassword implements the noun device password: the password of a technical user or a
// device.
package devicepassword

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_device_password.
func Noun() resourcebase.Noun { return credentials.Noun(newResource) }
