package main

import (
	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// declaredGrant identifies a grant in a plan: by its external ID, or by its role if an
// authoritative resource declares it.
type declaredGrant struct {
	kind                         access.Kind
	client, profile, extID, role string
}

// declaredBy returns a function that reports whether the plans of some configurations declare a
// grant.
func declaredBy(cmd *cobra.Command, files []string, cli string) (func(*access.Object) bool, error) {
	all := map[declaredGrant]bool{}
	for _, file := range files {
		p, err := plan.Read(cmd.Context(), file, plan.CLI{Path: cli})
		if err != nil {
			return nil, err
		}
		for _, c := range p.Changes {
			addDeclared(all, c)
		}
	}
	return func(grant *access.Object) bool {
		profile, _ := grant.Owner.Known()
		role, _ := grant.Target.Known()
		return all[declaredGrant{grant.Kind, grant.Client, profile, grant.Own(), ""}] ||
			all[declaredGrant{grant.Kind, grant.Client, profile, "", role}]
	}, nil
}

// addDeclared adds the grants that a planned object declares.
func addDeclared(all map[declaredGrant]bool, c plan.Change) {
	client, _ := c.After["client_ext_id"].(string)
	profile, _ := c.After["profile_ext_id"].(string)
	switch c.Type {
	case objecttype.Authorization.TypeName(), objecttype.EnterpriseAuthorization.TypeName():
		kind := access.Grant
		if c.Type == objecttype.EnterpriseAuthorization.TypeName() {
			kind = access.EnterpriseGrant
		}
		if extID, _ := c.After["ext_id"].(string); extID != "" {
			all[declaredGrant{kind, client, profile, extID, ""}] = true
		}
	case objecttype.ProfileAuthorizations.TypeName():
		addSet(all, declaredGrant{kind: access.Grant, client: client, profile: profile}, c.After["authorizations"])
	case objecttype.ProfileEnterpriseAuthorizations.TypeName():
		addSet(all, declaredGrant{kind: access.EnterpriseGrant, client: client, profile: profile}, c.After["enterprise_authorizations"])
	}
}

// addSet adds the grants of a map by role. The key of a second grant of a role contains its
// external ID.
func addSet(all map[declaredGrant]bool, of declaredGrant, value any) {
	elements := map[string]any{}
	switch typed := value.(type) {
	case plan.Values:
		elements = typed
	case map[string]any:
		elements = typed
	}
	for key := range elements {
		one := of
		one.role, one.extID = grants.SplitKey(key, func(key string) bool { _, exists := elements[key]; return exists })
		if one.extID != "" {
			one.role = ""
		}
		all[one] = true
	}
}
