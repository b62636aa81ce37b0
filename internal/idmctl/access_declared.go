package idmctl

import (
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// grantList identifies the grants of a kind that a profile has.
type grantList struct {
	kind            access.Kind
	client, profile string
}

// declaration is what a plan declares of a grant: its role, and its external ID unless an
// authoritative resource declares it by its role alone. Without values it may be any grant.
type declaration struct {
	role   any
	extID  string
	values plan.Values
}

// declarations are the declared grants of profiles.
type declarations map[grantList][]declaration

// declaredBy returns a function that reports whether the plans of some configurations declare a
// grant of the service of a snapshot, or at IDM_BASE_URL, with its role, data rooms and validity.
func declaredBy(cmd *cobra.Command, files []string, cli, snapshot string) (func(*access.Object) string, error) {
	all := declarations{}
	for _, file := range files {
		p, err := plan.Read(cmd.Context(), file, plan.CLI{Path: cli})
		switch {
		case err != nil:
			return nil, err
		case p.Partial() || p.RefreshOnly:
			return nil, fmt.Errorf("--declared-by %s: the plan does not show all that its configuration declares: "+
				"make one without -target, -exclude and -refresh-only", file)
		}
		p.At(os.Getenv("IDM_BASE_URL"))
		service, err := serviceOf(p, snapshot)
		if err != nil {
			return nil, fmt.Errorf("--declared-by: %w", err)
		}
		for _, c := range p.Changes {
			if c.Service == service {
				all.add(c)
			}
		}
	}
	return all.of, nil
}

// of reports whether a grant is declared: yes, no, or unknown if the plan masks it.
func (d declarations) of(grant *access.Object) string {
	profile, _ := grant.Owner.Known()
	verdict := accessquery.No
	for _, one := range d[grantList{grant.Kind, grant.Client, profile}] {
		switch is := one.declares(grant); is {
		case accessquery.Yes:
			return is
		case accessquery.Unknown:
			verdict = is
		}
	}
	return verdict
}

// declares reports whether a declaration certainly is the one of a grant, with its role, data rooms
// and validity.
func (d declaration) declares(grant *access.Object) string {
	role, _ := grant.Target.Known()
	switch text, isText := d.role.(string); {
	case d.extID != "" && d.extID != grant.Own(), isText && text != role:
		return accessquery.No
	case !isText || d.values == nil:
		return accessquery.Unknown
	}
	certain := true
	for i, room := range grants.Rooms {
		open, isFlag := d.values[room.Attribute].(bool)
		hidden := d.values[room.Attribute] != nil && !isFlag
		if at := access.Room(i); !hidden && (grant.Rooms.May(at) != open || grant.Rooms.Must(at) != open) {
			return accessquery.No
		}
		certain = certain && !hidden
	}
	_, isMap := d.values["validity"].(map[string]any)
	bounds := d.values.Map("validity")
	for name, held := range map[string]access.Value[access.Moment]{"from": grant.From, "to": grant.To} {
		bound := bounds[name]
		_, isText := bound.(string)
		hidden := d.values["validity"] != nil && !isMap || bound != nil && !isText
		if !hidden && !boundIs(bound, held) {
			return accessquery.No
		}
		certain = certain && !hidden
	}
	if !certain {
		return accessquery.Unknown
	}
	return accessquery.Yes
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

// add adds the grants that a planned object declares.
func (d declarations) add(c plan.Change) {
	row := objecttype.ByTypeName(c.Type)
	if row == nil {
		return
	}
	id, _ := c.After.Known("id") // It is shown even if a part of it comes from a sensitive value.
	parts, _ := row.Key.Parse(id)
	for i := len(parts); i < len(row.Key); i++ {
		part, _ := c.After.Known(row.Key[i])
		parts = append(parts, part)
	}
	switch kind := access.KindOf(row.Name); {
	case len(parts) < 2, slices.Contains(parts, ""):
	case kind == access.Grant || kind == access.EnterpriseGrant:
		of := grantList{kind, parts[0], parts[1]}
		d[of] = append(d[of], declaration{c.After[row.Gives.Attr], parts[2], c.After})
	case row.Class == objecttype.Set:
		d.addSet(grantList{access.KindOf(row.Owns), parts[0], parts[1]}, c.After[row.Gives.Attr])
	}
}

// addSet adds the grants of a map by role. The key of a second grant of a role contains its
// external ID.
func (d declarations) addSet(of grantList, value any) {
	elements := plan.Object(value)
	if elements == nil && value != nil {
		d[of] = append(d[of], declaration{})
	}
	for key := range elements {
		role, extID := grants.SplitKey(key, func(key string) bool { _, exists := elements[key]; return exists })
		values := elements.Map(key)
		if values == nil && elements[key] == nil {
			values = plan.Values{}
		}
		d[of] = append(d[of], declaration{role, extID, values})
	}
}
