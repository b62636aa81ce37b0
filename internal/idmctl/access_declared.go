package idmctl

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// grantKey identifies a grant in a plan: by its external ID, or by its role if an authoritative
// resource declares it.
type grantKey struct {
	kind                         access.Kind
	client, profile, extID, role string
}

// declaration is what a plan declares of a grant.
type declaration struct {
	role   any
	values plan.Values
}

// declaredBy returns a function that reports whether the plans of some configurations declare a
// grant with its role, data rooms and validity.
func declaredBy(cmd *cobra.Command, files []string, cli string) (func(*access.Object) bool, error) {
	all := map[grantKey][]declaration{}
	for _, file := range files {
		p, err := plan.Read(cmd.Context(), file, plan.CLI{Path: cli})
		if err != nil {
			return nil, err
		}
		for _, c := range p.Changes {
			addDeclared(all, c)
		}
	}
	return func(grant *access.Object) bool { return declares(all, grant) }, nil
}

func declares(all map[grantKey][]declaration, grant *access.Object) bool {
	profile, _ := grant.Owner.Known()
	role, _ := grant.Target.Known()
	return slices.ContainsFunc(slices.Concat(all[grantKey{grant.Kind, grant.Client, profile, grant.Own(), ""}],
		all[grantKey{grant.Kind, grant.Client, profile, "", role}]),
		func(d declaration) bool { return d.role == role && d.equals(grant) })
}

// equals reports whether the declared data rooms and validity are certainly those of a grant.
func (d declaration) equals(grant *access.Object) bool {
	for i, room := range grants.Rooms {
		open, isFlag := d.values[room.Attribute].(bool)
		if at := access.Room(i); d.values[room.Attribute] != nil && !isFlag || grant.Rooms.May(at) != open || grant.Rooms.Must(at) != open {
			return false
		}
	}
	if _, isMap := d.values["validity"].(map[string]any); d.values["validity"] != nil && !isMap {
		return false
	}
	bounds := d.values.Map("validity")
	return boundIs(bounds["from"], grant.From) && boundIs(bounds["to"], grant.To)
}

// boundIs reports whether a planned bound certainly is the bound of a grant.
func boundIs(planned any, held access.Value[access.Moment]) bool {
	if planned == nil {
		return held.Must(access.Moment(0))
	}
	text, _ := planned.(string)
	at, err := time.Parse(time.RFC3339, text)
	return err == nil && held.Must(access.At(at))
}

// addDeclared adds the grants that a planned object declares.
func addDeclared(all map[grantKey][]declaration, c plan.Change) {
	row := objecttype.ByTypeName(c.Type)
	if row == nil {
		return
	}
	set := row.Class == objecttype.Set
	of := grantKey{kind: access.KindOf(row.Name)}
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
		all[of] = append(all[of], declaration{c.After[row.Gives.Attr], c.After})
	}
}

// addSet adds the grants of a map by role. The key of a second grant of a role contains its
// external ID.
func addSet(all map[grantKey][]declaration, of grantKey, elements plan.Values) {
	for key := range elements {
		role, extID := grants.SplitKey(key, func(key string) bool { _, exists := elements[key]; return exists })
		if of.role, of.extID = role, extID; extID != "" {
			of.role = ""
		}
		all[of] = append(all[of], declaration{role, elements.Map(key)})
	}
}
