// Package reconcile changes the grants of a profile, or the members of a set, from the current to
// the desired ones. It does not depend on Terraform or on a kind of grant.
package reconcile

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// Set accesses the grants of one kind of one profile, or the members of an owner. G is the value of
// an element in the state, and A an element in a response of the service.
type Set[G, A any] struct {
	// Noun is the name of the kind of grant in messages, such as authorization.
	Noun string
	// AddVerb and RemoveVerb name the two operations in messages.
	AddVerb, RemoveVerb string
	// Of returns the identity of an element, and Version its version. A member is its own role.
	Of      func(A) grants.Grant
	Version func(A) int64
	// Show converts an element to its value in the state.
	Show func(A) G
	// Differs reports whether an update from have to desired would change anything; nil for members,
	// which have no values.
	Differs func(desired, have G) bool
	// Regrants reports whether a change from have to desired needs a new grant; nil for never.
	Regrants func(desired, have G) bool

	// List reads all grants of the profile.
	List func() iter.Seq2[A, error]
	// Create grants a role with an external ID, and returns the external ID that the service
	// assigned. After a lost response it calls find to look up the grant; find returns "" if no
	// grant with the desired values exists.
	Create func(g grants.Grant, desired G, find func() (extID string, err error)) (extID string, err error)
	// Update changes the grant with a key.
	Update func(key string, recorded grants.Record) (A, error)
	// Keep reports whether a grant that is no longer desired must be kept, because another resource
	// of the run declares it; nil keeps none.
	Keep func(extID string) bool
	// Delete revokes a grant; idm.ErrNoRecord means that it is already gone.
	Delete func(extID string) error
}

// Holding contains the grants that a resource holds, in the form of the state, and their records.
type Holding[G any] struct {
	Grants  map[string]G
	Records grants.Records
}

// StepError names the grant or member for which a step failed.
type StepError struct {
	Key, Verb string
	Err       error
}

// Error names the step.
func (e *StepError) Error() string { return fmt.Sprintf("%s %s: %v", e.Verb, e.Key, e.Err) }

// Unwrap returns the error of the service.
func (e *StepError) Unwrap() error { return e.Err }

// UnreadError reports that new grants were created but could not be read afterwards.
type UnreadError struct{ Err error }

// Error describes the cause.
func (e *UnreadError) Error() string { return "the new grants could not be read: " + e.Err.Error() }

// Unwrap returns the error of the service.
func (e *UnreadError) Unwrap() error { return e.Err }

// Read returns the grants of the profile with the keys of grants.ByRole.
func (s Set[G, A]) Read(recorded grants.Records) (map[string]A, error) {
	return grants.ByRole(s.List(), s.Of, recorded)
}

// Hold returns the Holding of a resource that holds all remote grants.
func (s Set[G, A]) Hold(remote map[string]A) Holding[G] {
	h := Holding[G]{make(map[string]G, len(remote)), make(grants.Records, len(remote))}
	for key, grant := range remote {
		s.hold(h, key, grant)
	}
	return h
}

func (s Set[G, A]) hold(h Holding[G], key string, grant A) {
	h.Grants[key] = s.Show(grant)
	h.Records[key] = s.record(grant)
}

// Takeover lists, one per line, the existing grants that are not in the configuration or differ
// from it.
func (s Set[G, A]) Takeover(desired map[string]G, remote map[string]A) []string {
	var lines []string
	line := func(key, how string) {
		if s.Differs != nil {
			how += fmt.Sprintf(" (%s %s)", s.Noun, s.Of(remote[key]).ExtID)
		}
		lines = append(lines, key+": "+how)
	}
	for _, key := range grants.KeysOnlyIn(remote, desired) {
		line(key, "not in the configuration")
	}
	for _, key := range grants.CommonKeys(remote, desired) {
		if s.differs(desired[key], s.Show(remote[key])) {
			line(key, "differs from the configuration")
		}
	}
	return lines
}

// Record completes the records of a Holding. It removes elements that the owner no longer has.
func (s Set[G, A]) Record(held Holding[G]) error {
	remote, err := s.Read(held.Records)
	if err != nil && !errors.Is(err, idm.ErrNoRecord) {
		return err
	}
	for key := range held.Grants {
		element, exists := remote[key]
		if _, recorded := held.Records[key]; exists && !recorded {
			held.Records[key] = s.record(element)
		}
		if !exists {
			delete(held.Grants, key)
			delete(held.Records, key)
		}
	}
	return nil
}

func (s Set[G, A]) record(element A) grants.Record {
	return grants.Record{ExtID: s.Of(element).ExtID, Version: s.Version(element)}
}

func (s Set[G, A]) differs(desired, have G) bool { return s.Differs != nil && s.Differs(desired, have) }

// Leave removes grants that are not desired from a Holding. It returns the base with which Reconcile
// leaves all existing grants as they are.
func (h Holding[G]) Leave(desired map[string]G) (base map[string]G) {
	for _, key := range grants.KeysOnlyIn(h.Grants, desired) {
		delete(h.Grants, key)
		delete(h.Records, key)
	}
	base = make(map[string]G, len(h.Grants))
	for key := range h.Grants {
		base[key] = desired[key]
	}
	return base
}

// ExtIDs returns the external IDs of the grants that a resource holds.
func (h Holding[G]) ExtIDs() (extIDs []string) {
	for key := range h.Grants {
		extIDs = append(extIDs, h.Records[key].ExtID)
	}
	return extIDs
}

// Reconcile changes the grants of a profile from base to desired: first it revokes, then it
// updates, then it grants; a role that needs a new grant is revoked at the end, just before it is
// granted again. It updates held after each write and stops at the first failure, so that held always
// matches the completed writes. The error is a *StepError, an *UnreadError, or both, joined.
func (s Set[G, A]) Reconcile(base, desired map[string]G, held Holding[G]) error {
	if s.Differs != nil {
		if err := s.confirm(base, desired, held); err != nil {
			return err
		}
	}
	for _, key := range grants.KeysOnlyIn(base, desired) {
		if extID := held.Records[key].ExtID; s.Keep == nil || !s.Keep(extID) {
			if err := s.Delete(extID); err != nil && !errors.Is(err, idm.ErrNoRecord) {
				return &StepError{key, s.RemoveVerb, err}
			}
		}
		delete(held.Grants, key)
		delete(held.Records, key)
	}
	roles := grants.KeysOnlyIn(desired, base)
	for _, key := range grants.CommonKeys(base, desired) {
		if s.regrants(key, base, desired) {
			roles = append(roles, key)
		} else if err := s.change(key, base[key], desired[key], held); err != nil {
			return &StepError{key, "change", err}
		}
	}
	return s.grantAll(roles, desired, held)
}

// confirm reads the grants once if any is to be revoked or changed. It rejects a record with the
// external ID of a grant of a different role, because the request would affect another role than
// the plan shows, and a grant that is to be granted again and no longer has the values of base.
func (s Set[G, A]) confirm(base, desired map[string]G, held Holding[G]) error {
	verbs := map[string]string{}
	for _, key := range grants.KeysOnlyIn(base, desired) {
		verbs[key] = s.RemoveVerb
	}
	for _, key := range grants.CommonKeys(base, desired) {
		if s.differs(desired[key], base[key]) {
			verbs[key] = "change"
		}
	}
	if len(verbs) == 0 {
		return nil
	}
	steps, found := slices.Sorted(maps.Keys(verbs)), map[string]A{}
	for grant, err := range idm.Readable(s.List()) {
		if errors.Is(err, idm.ErrNoRecord) {
			return nil
		}
		if err != nil {
			return &StepError{steps[0], verbs[steps[0]], err}
		}
		found[s.Of(grant).ExtID] = grant
	}
	for _, key := range steps {
		extID := held.Records[key].ExtID
		grant, exists := found[extID]
		if !exists {
			continue
		}
		role, _ := grants.SplitKey(key, func(key string) bool { _, ok := base[key]; return ok })
		if is := norm.NFC.String(s.Of(grant).RoleExtID); is != role {
			return &StepError{key, verbs[key], fmt.Errorf("the state records the external ID %q, and the service has %q under it. Nothing "+
				"was sent for this element. Plan again with a refresh, which corrects the state", extID, is)}
		}
		if s.regrants(key, base, desired) && s.differs(base[key], s.Show(grant)) {
			return &StepError{key, verbs[key], fmt.Errorf("another writer has changed the grant %q since the plan, and granting it again "+
				"would undo that. Nothing was sent for this element. Plan again, which shows the change", extID)}
		}
	}
	return nil
}

// regrants reports whether the grant with a key in both is to be revoked and granted again. A second
// grant of its role is changed, because a new one would have another key.
func (s Set[G, A]) regrants(key string, base, desired map[string]G) bool {
	_, second := grants.SplitKey(key, func(key string) bool { _, ok := base[key]; return ok })
	wanted, stays := desired[key]
	return stays && second == "" && s.Regrants != nil && s.Regrants(wanted, base[key])
}

func (s Set[G, A]) change(key string, base, desired G, held Holding[G]) error {
	if !s.differs(desired, base) {
		return nil
	}
	planned := held.Records[key]
	response, err := s.Update(key, planned)
	if err != nil {
		return err
	}
	s.hold(held, key, response)
	if s.differs(desired, held.Grants[key]) {
		// Another writer changed other values of this grant. Keep the planned version, so that the
		// next update without a refresh detects that change as well.
		held.Records[key] = planned
	}
	return nil
}

func (s Set[G, A]) grantAll(roles []string, desired map[string]G, held Holding[G]) error {
	var granted []string
	var failed error
	for _, role := range roles {
		if err := s.grant(role, desired[role], held); err != nil {
			failed = &StepError{role, s.AddVerb, err}
			break
		}
		granted = append(granted, role)
	}
	return errors.Join(failed, s.readBack(granted, held))
}

// grant grants a role, and first revokes a grant that it has.
func (s Set[G, A]) grant(role string, desired G, held Holding[G]) error {
	if _, again := held.Grants[role]; again {
		if err := s.Delete(held.Records[role].ExtID); err != nil && !errors.Is(err, idm.ErrNoRecord) {
			return err
		}
		delete(held.Grants, role)
		delete(held.Records, role)
	}
	extID, err := s.Create(grants.Grant{ExtID: uuid.NewString(), RoleExtID: role}, desired, func() (string, error) {
		remote, err := s.Read(held.Records)
		if found, ok := remote[role]; ok && !s.differs(desired, s.Show(found)) {
			return s.Of(found).ExtID, nil
		}
		return "", err
	})
	if err != nil {
		return err
	}
	held.Grants[role] = desired
	held.Records[role] = grants.Record{ExtID: extID}
	return nil
}

// readBack reads the new grants with a single list.
func (s Set[G, A]) readBack(roles []string, held Holding[G]) error {
	if len(roles) == 0 || s.Differs == nil {
		return nil
	}
	remote, err := s.Read(held.Records)
	if err != nil {
		return &UnreadError{err}
	}
	for _, role := range roles {
		if grant, ok := remote[role]; ok {
			s.hold(held, role, grant)
		}
	}
	return nil
}
