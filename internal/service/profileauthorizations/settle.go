package profileauthorizations

import (
	"context"
	"errors"
	"maps"

	"github.com/google/uuid"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// settlement brings a profile from one state to another. State and records follow every write, so that they hold what was done when one fails.
type settlement struct {
	*grants
	framework.Change
	client, profile string
	plan, from      map[string]grant
	state           *model
	records         framework.GrantRecords
}

// settle first takes away, then changes, then grants. What fails is named, and nothing else is tried.
func (r *grants) settle(ctx context.Context, c framework.Change, plan, state *model, records framework.GrantRecords) diag.Diagnostics {
	s := settlement{r, c, state.ClientExtID.ValueString(), state.ProfileExtID.ValueString(), plan.Authorizations, maps.Clone(state.Authorizations), state, records}
	for _, role := range framework.Without(s.from, s.plan) {
		if err := s.revoke(ctx, role); err != nil {
			return diag.Diagnostics{r.FailedAt(at(role), role, "revoke", state, err)}
		}
	}
	for _, role := range framework.Shared(s.from, s.plan) {
		if err := s.change(ctx, role); err != nil {
			return diag.Diagnostics{r.FailedAt(at(role), role, "change", state, err)}
		}
	}
	var diags diag.Diagnostics
	var granted []string
	for _, role := range framework.Without(s.plan, s.from) {
		if err := s.grant(ctx, role); err != nil {
			diags.Append(r.FailedAt(at(role), role, "grant", state, err))
			break
		}
		granted = append(granted, role)
	}
	diags.Append(s.readBack(ctx, granted)...)
	return diags
}

func (s *settlement) revoke(ctx context.Context, role string) error {
	err := s.API.DeleteAuthorization(ctx, s.client, s.profile, s.records[role].ExtID)
	if err != nil && !errors.Is(err, rest.ErrNoRecord) {
		return err
	}
	delete(s.state.Authorizations, role)
	delete(s.records, role)
	return nil
}

func (s *settlement) change(ctx context.Context, role string) error {
	patch, extID := s.plan[role].patch(s.from[role]), s.records[role].ExtID
	if !framework.Changes(patch) {
		return nil
	}
	answer, err := framework.Send(ctx, s.Of(framework.ObjectOf("authorization", s.client, s.profile, extID)), s.records[role].Version, func(version int64) (idm.Authorization, error) {
		patch.Version = version
		return s.API.UpdateAuthorization(ctx, s.client, s.profile, extID, patch)
	}, func() (framework.Found[idm.Authorization], error) {
		now, err := s.API.Authorization(ctx, s.client, s.profile, extID)
		found := *s.state
		found.Authorizations = maps.Clone(s.from)
		found.Authorizations[role] = shown(now)
		return framework.Found[idm.Authorization]{Object: now, Model: &found, Version: now.Version}, err
	})
	if err != nil {
		return err
	}
	planned := s.records[role].Version
	s.state.hold(role, answer, s.records)
	if framework.Changes(s.plan[role].patch(shown(answer))) {
		// Somebody else changed what this update does not: the next one without a refresh in between must meet that again.
		s.records[role] = framework.GrantRecord{ExtID: extID, Version: planned}
	}
	return nil
}

// grant grants a role. A release that does not take an external id is asked again without it. When the answer is lost, the grant is the one that is there
// as planned.
func (s *settlement) grant(ctx context.Context, role string) error {
	body := s.plan[role].create(role, uuid.NewString())
	extID, err := framework.SendGrant(ctx, func() (string, error) {
		extID, err := s.API.CreateAuthorization(ctx, s.client, s.profile, body)
		if framework.RefusesExtID(err) {
			body.ExtID = ""
			return s.API.CreateAuthorization(ctx, s.client, s.profile, body)
		}
		return extID, err
	}, func() (string, error) {
		there, err := s.granted(ctx, s.state, s.records)
		if found, ok := there[role]; ok && !framework.Changes(s.plan[role].patch(shown(found))) {
			return found.ExtID, nil
		}
		return "", err
	})
	if err != nil {
		return err
	}
	s.state.Authorizations[role] = s.plan[role]
	s.records[role] = framework.GrantRecord{ExtID: extID}
	return nil
}

// readBack reads what the service made of the new grants, with one list. They exist, so that a list that cannot be had is a warning.
func (s *settlement) readBack(ctx context.Context, roles []string) diag.Diagnostics {
	if len(roles) == 0 {
		return nil
	}
	there, err := s.granted(ctx, s.state, s.records)
	if err != nil {
		return diag.Diagnostics{s.Unread(s.state, err)}
	}
	for _, role := range roles {
		if authorization, ok := there[role]; ok {
			s.state.hold(role, authorization, s.records)
		}
	}
	return nil
}
