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
	row := objecttype.ByTypeName(c.Type)
	if row == nil {
		return
	}
	set := row.Class == objecttype.Set
	of := declaredGrant{kind: access.KindOf(row.Name)}
	if set {
		of.kind = access.KindOf(row.Owns)
	}
	of.client, _ = c.After["client_ext_id"].(string)
	of.profile, _ = c.After["profile_ext_id"].(string)
	of.extID, _ = c.After["ext_id"].(string)
	switch {
	case of.kind != access.Grant && of.kind != access.EnterpriseGrant:
	case set:
		addSet(all, of, c.After.Map(row.Gives.Attr))
	case of.extID != "":
		all[of] = true
	}
}

// addSet adds the grants of a map by role. The key of a second grant of a role contains its
// external ID.
func addSet(all map[declaredGrant]bool, of declaredGrant, elements plan.Values) {
	for key := range elements {
		of.role, of.extID = grants.SplitKey(key, func(key string) bool { _, exists := elements[key]; return exists })
		if of.extID != "" {
			of.role = ""
		}
		all[of] = true
	}
}
