package drift

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Unmanaged lists the objects of the service that no state contains, except undeclared access.
type Unmanaged struct {
	// Clients are the tenants that were read.
	Clients []string `json:"clients"`
	// Objects are in no state, and not accepted. They are sorted by kind and ID.
	Objects []Foreign `json:"objects"`
	// Accepted is the number of objects in no state that are accepted.
	Accepted int `json:"accepted"`

	// known are the accepted objects.
	known []Foreign
}

// Foreign is an object that no state contains.
type Foreign struct {
	Known
	// Within is the parent of a unit, the user of a profile, or the profile of a grant.
	Within       string `json:"within,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	// Who has undeclared access, and Gives is the access, both with names and external IDs.
	Who   string `json:"who,omitempty"`
	Gives string `json:"gives,omitempty"`
	// RemovedBy is the address of the authoritative resource whose next apply removes undeclared
	// access; "" for none.
	RemovedBy string `json:"removed_by,omitempty"`

	// managed reports that the object must be declared, because a managed object has it.
	managed bool
	// rank sorts undeclared access: global access, access of many people, other access, ended access.
	rank int
}

// The ranks of access that is not global.
const (
	rankMany = iota
	rankPlain
	rankEnded
)

// accessOf describes what an object gives: a state other than active, its unit, the open data rooms
// of a grant, and the validity; with its rank.
func accessOf(value any) (text string, rank int) {
	var state string
	var validity idm.Validity
	var parts []string
	switch rank = rankPlain; value := value.(type) {
	case nil:
		rank = rankMany // An assignment, or a role of an enterprise role.
	case idm.User:
		state, validity = value.UserState, value.Validity
	case idm.Unit:
		state, validity = value.State, value.Validity
		parts = append(parts, "in "+value.ParentUnitExtID)
	case idm.Profile:
		state, validity = value.ProfileState, value.Validity
		parts = append(parts, "in "+value.UnitExtID)
	case idm.Credential:
		state, validity = value.StateName, value.Validity
	case idm.Authorization:
		validity = value.Validity
		for i, open := range value.Rooms() {
			if open == nil || *open {
				parts = append(parts, grants.Rooms[i].Attribute)
			}
		}
		if len(parts) > 0 {
			rank = -len(parts)
		}
	case idm.EnterpriseAuthorization:
		validity = value.Validity
	case idm.Application:
		parts = append(parts, value.URL)
	}
	if !strings.EqualFold(state, "active") {
		parts = append(parts, state)
	}
	if validity.From != "" {
		parts = append(parts, "from "+validity.From)
	}
	if validity.To != "" {
		parts = append(parts, "until "+validity.To)
	}
	if end, err := time.Parse(time.RFC3339, validity.To); err == nil && end.Before(time.Now()) {
		rank = rankEnded
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" || part == "in " }), ", "), rank
}

// describe sets who has undeclared access, and what.
func (o *Foreign) describe(client string, item tenant.Item, facts *tenant.Facts) {
	label := func(kind access.Kind, extID string) string {
		return accessquery.Label(facts.Get(access.NewID("", client, kind, extID)).Name, extID)
	}
	user := item.Owner
	switch item.Type {
	case objecttype.EnterpriseRoleMember:
		o.Who = "all users with the enterprise role " + label(access.EnterpriseRole, item.Owner)
	case objecttype.ClientApplication:
		o.Who = "all users of the client " + client
	case objecttype.Authorization, objecttype.EnterpriseAuthorization:
		user, _ = facts.Get(access.NewID("", client, access.Profile, item.Owner)).Owner.Known()
	}
	switch {
	case o.Who != "" && !o.managed:
		o.Who += ", not managed"
	case o.Who == "" && user == "":
		o.Who = "an unknown user"
	case o.Who == "":
		o.Who = label(access.User, user)
	}
	o.Gives = fmt.Sprintf("credential %s %s", item.Name, item.ExtID)
	if what := access.KindOf(item.Type.Gives.What); item.Type.Class == objecttype.Grant {
		o.Gives = what.String() + " " + label(what, item.Name)
	}
}

// undeclaredSection lists the undeclared access: global grants first, then what affects many people.
func (r *Report) undeclaredSection() report.Section {
	table := report.Table{Head: []string{"Who", "Has", "Access", "Since", "Removal"}}
	for _, o := range r.Undeclared {
		cells := []report.Text{report.T(o.Who), report.T(o.Gives), report.T(o.Access), report.T(moment(o.LastModified)), o.removal()}
		if o.rank < rankMany {
			cells[2] = report.Text{}.Badge(report.Caution, "global: "+o.Access)
		}
		table.Rows = append(table.Rows, report.Row{Mark: report.Mark{Kind: report.Added}, Cells: cells})
	}
	return report.SectionOf("Undeclared access",
		"The configuration does not declare this access of managed objects. Remove it, or import it and declare it.", table.Trim())
}

// removal describes how undeclared access is removed or can be imported.
func (o Foreign) removal() report.Text {
	if o.RemovedBy != "" {
		return report.T("the next apply of ").Code(o.RemovedBy).Plain(" removes it")
	}
	return report.T("import ID ").Code(o.ID)
}

// unmanagedSection lists the other objects that no state contains, by their types.
func (r *Report) unmanagedSection() report.Section {
	section := report.Section{Title: "In no state",
		Intro: report.T("These objects exist in the tenant, and no state of this configuration contains them. Import those to manage, " +
			"and delete those that should not exist.")}
	if r.Summary.Unmanaged == 0 {
		return section
	}
	table := report.Table{Head: []string{"Object", "Of", "Access", "Changed"}}
	for _, o := range r.Unmanaged.Objects {
		table.Rows = append(table.Rows, report.Row{Cells: []report.Text{report.T(o.Kind + " ").Code(o.ID).Plain(" " + o.Name),
			report.T(o.Within), report.T(o.Access), report.T(moment(o.LastModified))}})
	}
	section.Blocks = []report.Block{report.Group{Title: report.T(report.Count(len(table.Rows), "object")),
		Open: len(table.Rows) <= openRows, Blocks: []report.Block{table.Trim()}}}
	return section
}
