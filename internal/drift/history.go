package drift

import (
	"context"
	"errors"
	"iter"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Why the service did not tell when an object was changed.
const (
	noLogin  = "no login: set the variables IDM_… to let idmctl ask the service"
	noRecord = "the service keeps no version and no time of it"
	ownTimes = "each of its grants has a version and a time of its own"
	gone     = "the service tells nothing of an object that is gone"
)

// concurrent bounds the reads of objects; the connection has limits of its own.
const concurrent = 8

// Dates fills in since when each object is as it is, and from which version: the versions from the saved plan in file, the times from the service. A nil
// api is no login.
func (r *Report) Dates(ctx context.Context, file string, api *idm.API) error {
	recorded, found, err := savedVersions(file)
	if err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(concurrent)
	for _, objects := range [][]Object{r.Drift, r.Accepted} {
		for i := range objects {
			object := &objects[i]
			object.recorded(recorded[object.previous], found[object.Address])
			group.Go(func() error {
				object.date(ctx, api)
				return nil
			})
		}
	}
	return errors.Join(group.Wait(), ctx.Err())
}

// recorded takes the versions out of two private states.
func (o *Object) recorded(then, now private) {
	o.History.RecordedVersion, o.History.FoundVersion = known(then.version), known(now.version)
	for i, difference := range o.Differences {
		key, isGrant := o.grant(difference)
		if !isGrant {
			continue
		}
		o.Differences[i].History = &History{RecordedVersion: known(then.grants[key].Version), FoundVersion: known(now.grants[key].Version)}
	}
}

func known(version int64) *int64 {
	if version == 0 {
		return nil
	}
	return &version
}

// date asks the service. What cannot be read is no error of the report: it says so.
func (o *Object) date(ctx context.Context, api *idm.API) {
	switch {
	case o.Gone:
		o.History.Unknown = gone
	case o.isAuthoritative():
		o.History.Unknown = ownTimes
		o.dateGrants(ctx, api)
	case !o.hasRecord():
		o.History.Unknown = noRecord
	case api == nil:
		o.History.Unknown = noLogin
	default:
		record, err := o.record(ctx, api)
		o.History.tell(record, err)
	}
}

// tell takes what the service says. The version of the plan's refresh counts more than a later one.
func (h *History) tell(record idm.Record, err error) {
	switch {
	case errors.Is(err, rest.ErrNoRecord):
		h.Unknown = gone
	case err != nil:
		h.Unknown = "the service did not tell: " + err.Error()
	case record.LastModified == "":
		h.Unknown = noRecord
	default:
		h.LastModified = record.LastModified
		if h.FoundVersion == nil {
			h.FoundVersion = known(record.Version)
		}
	}
}

func (o *Object) hasRecord() bool {
	switch o.Type {
	case "idm_unit", "idm_profile", "idm_authorization", "idm_enterprise_authorization":
		return true
	}
	return false
}

func (o *Object) record(ctx context.Context, api *idm.API) (idm.Record, error) {
	client, profile, extID := o.values.Text("client_ext_id"), o.values.Text("profile_ext_id"), o.values.Text("ext_id")
	switch o.Type {
	case "idm_unit":
		unit, err := api.Unit(ctx, client, extID)
		return unit.Record, err
	case "idm_profile":
		found, err := api.Profile(ctx, client, extID)
		return found.Record, err
	case "idm_authorization":
		authorization, err := api.Authorization(ctx, client, profile, extID)
		return authorization.Record, err
	}
	authorization, err := api.EnterpriseAuthorization(ctx, client, profile, extID)
	return authorization.Record, err
}

func (o *Object) isAuthoritative() bool {
	return o.Type == "idm_profile_authorizations" || o.Type == "idm_profile_enterprise_authorizations"
}

// dateGrants reads the grants of a profile with one list.
func (o *Object) dateGrants(ctx context.Context, api *idm.API) {
	var records map[string]idm.Record
	var err error
	if api != nil {
		records, err = o.grants(ctx, api)
	}
	for i, difference := range o.Differences {
		key, isGrant := o.grant(difference)
		if !isGrant {
			continue
		}
		history := o.Differences[i].History
		record, there := records[key]
		switch {
		case api == nil:
			history.Unknown = noLogin
		case err == nil && !there:
			history.Unknown = gone
		default:
			history.tell(record, err)
		}
	}
}

func (o *Object) grants(ctx context.Context, api *idm.API) (map[string]idm.Record, error) {
	client, profile := o.values.Text("client_ext_id"), o.values.Text("profile_ext_id")
	if o.Type == "idm_profile_authorizations" {
		return byRole(api.Authorizations(ctx, client, profile), func(a idm.Authorization) (string, string, idm.Record) {
			return a.RoleExtID, a.ExtID, a.Record
		})
	}
	return byRole(api.EnterpriseAuthorizations(ctx, client, profile), func(a idm.EnterpriseAuthorization) (string, string, idm.Record) {
		return a.EnterpriseRoleExtID, a.ExtID, a.Record
	})
}

// byRole keys the records of grants as the resource keys them: by the role, and a second grant of it by role and external id.
func byRole[T any](list iter.Seq2[T, error], of func(T) (role, extID string, record idm.Record)) (map[string]idm.Record, error) {
	records := map[string]idm.Record{}
	for grant, err := range list {
		if err != nil {
			return nil, err
		}
		role, extID, record := of(grant)
		if _, taken := records[role]; !taken {
			records[role] = record
		}
		records[idm.ImportID(role, extID)] = record
	}
	return records, nil
}

// grant is the key of the grant that a difference is about or lies in; false when the object holds no grants.
func (o *Object) grant(d Difference) (key string, isGrant bool) {
	return d.element, o.isAuthoritative() && d.element != ""
}
