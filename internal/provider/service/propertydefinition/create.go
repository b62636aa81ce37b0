package propertydefinition

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// create creates the definition, which is unique for its key. After a lost response it searches by
// the key.
func (r *definitionResource) create(ctx context.Context, plan tfsdk.Plan, m *model) error {
	key := m.KeyValues()
	last := key[len(key)-1]
	_, err := r.Writes.CreateIdempotent(ctx, r.LockKey(m), plan, write.CreateOps{
		Unique: true,
		// The service assigns the number of a definition, and any caller can create one with this key.
		Unprovable: true,
		Post: func() (string, error) {
			return last, r.API.CreatePropertyDefinition(ctx, m.create())
		},
		Get: func(string) (any, error) {
			made := *m
			definition, err := r.search(ctx, m)
			if err == nil {
				made.read(definition)
			}
			return &made, err
		},
	})
	return err
}

// notCreated explains why a definition was not created. It offers to import an existing one.
func (r *definitionResource) notCreated(m *model, err error) diag.Diagnostic {
	if !errors.Is(err, idm.ErrDuplicate) {
		return r.Failure("create", m, err).NotCreated()
	}
	return r.Failure("create", m, err).Adopting(fmt.Sprintf("The property %q is already defined in this scope. "+diagnostics.Twice+
		" If the definition is not yours, choose another name. If it is, import it; the next plan shows the differences:",
		m.Name.ValueString()), m.KeyValues())
}
