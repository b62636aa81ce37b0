package idm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Unit is an organizational unit; units of a client form trees.
type Unit struct {
	ExtID string `json:"extId"`
	// ParentUnitExtID is empty for a root unit.
	ParentUnitExtID string `json:"parentUnitExtId"`
	ClientExtID     string `json:"clientExtId"`
	Name            string `json:"name"`
	// HierarchicalName joins the external IDs from the root to this unit with slashes.
	HierarchicalName string    `json:"hierarchicalName"`
	Description      string    `json:"description"`
	Location         string    `json:"location"`
	DisplayName      Localized `json:"displayName"`
	Abbreviation     Localized `json:"abbreviation"`
	// Profileless means that no profile may be assigned to the unit.
	Profileless *bool `json:"profileless"`
	// State is active or disabled. It is empty in releases without this field.
	State               string   `json:"state"`
	Validity            Validity `json:"validity"`
	ModificationComment string   `json:"modificationComment"`
	Record
}

func (u Unit) object() Object {
	return Object{ExtID: u.ExtID, Name: u.Name, State: u.State, Record: u.Record}
}

// UnitOps lists the units below a unit, the owner of their place. rest.ErrInvalid for the deletion of
// a unit with child units or profiles.
var UnitOps = Ops[Unit]{
	of: objecttype.Unit, object: "{client}/units/{id}", list: "{client}/units/{owner}/children", create: "{client}/units/",
	properties: "{client}/units/{id}/properties/",
}

// UnitWrites creates and changes units.
var UnitWrites = Writes[Unit, UnitInput]{UnitOps}

// UnitInput contains the values of a unit to send: all values of a new one, the changes of an
// existing one. A new one needs Profileless. A change must omit ParentUnitExtID; see MoveUnit. With
// a Version, the service refuses the change of an object that has a different one.
type UnitInput struct {
	ExtID               Field[string]  `json:"extId,omitzero"`
	ParentUnitExtID     Field[string]  `json:"parentUnitExtId,omitzero"`
	Name                Field[string]  `json:"name,omitzero"`
	Description         Field[string]  `json:"description,omitzero"`
	Location            Field[string]  `json:"location,omitzero"`
	DisplayName         Localized      `json:"displayName,omitempty"`
	Abbreviation        Localized      `json:"abbreviation,omitempty"`
	Profileless         Field[bool]    `json:"profileless,omitzero"`
	State               Field[string]  `json:"state,omitzero"`
	Validity            *ValidityPatch `json:"validity,omitempty"`
	ModificationComment Field[string]  `json:"modificationComment,omitzero"`
	Versioned
}

// MoveUnit moves the unit child with its subtree under parent: PUT
// /core/v1/{client}/units/{parent}/children/{child}, permission UnitModify. rest.ErrInvalid when
// parent is the unit itself or one of its descendants.
func (a *API) MoveUnit(ctx context.Context, client, parent, child string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPut, "{client}/units/{owner}/children/{id}", Under(client, parent), child))
}

// DetachUnit makes child a root unit: DELETE /core/v1/{client}/units/{parent}/children/{child},
// permissions UnitModify, UnitCreateTopUnit. rest.ErrNoRecord when it is not a child of parent.
func (a *API) DetachUnit(ctx context.Context, client, parent, child string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, "{client}/units/{owner}/children/{id}", Under(client, parent), child))
}

// maxUnitLevels limits the depth of a unit tree. Real organizations are far less deep.
const maxUnitLevels = 1000

// CheckTree returns a *rest.BadResponseError for a walk through a tree of units that would never end:
// it has seen that many levels and units since the unit at which it started.
func (a *API) CheckTree(client, extID string, levels, units int) error {
	if levels <= maxUnitLevels && units <= rest.MaxListItems {
		return nil
	}
	return a.c.NewBadResponseError(a.core(http.MethodGet, "{client}/units/{id}/children", In(client), extID),
		fmt.Sprintf("a tree of units that does not end: %d units on %d levels", units, levels))
}

// UnitsBelow lists the child units of a unit or, if recursive is set, all of its descendants,
// parents before children: UnitChildren of each.
func (a *API) UnitsBelow(ctx context.Context, client, extID string, recursive bool) iter.Seq2[Unit, error] {
	return func(yield func(Unit, error) bool) {
		// A faulty service may return cycles or endlessly many levels. The walk must end
		// nevertheless.
		seen, levels := map[string]bool{extID: true}, 0
		for level := []string{extID}; len(level) > 0; levels++ {
			var next []string
			for _, parent := range level {
				for unit, err := range UnitOps.List(ctx, a, Under(client, parent)) {
					if !yield(unit, err) || err != nil && !OneObject(err) {
						return
					}
					if item, ok := errors.AsType[*ItemError](err); ok {
						unit.ExtID = item.ExtID
					}
					if recursive && unit.ExtID != "" && !seen[unit.ExtID] {
						seen[unit.ExtID] = true
						next = append(next, unit.ExtID)
					}
				}
			}
			if err := a.CheckTree(client, extID, levels, len(seen)); err != nil {
				yield(Unit{}, err)
				return
			}
			level = next
		}
	}
}
