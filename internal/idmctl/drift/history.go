package drift

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// The reasons why the time of a change is not known.
const (
	noLogin  = "no login: set the variables IDM_… to let idmctl ask the service"
	noRecord = "the service keeps no version and no timestamp for it"
	ownTimes = "each of its grants has its own version and timestamp"
	notRead  = "the grants of the profile were not read: name a full plan"
	gone     = "it no longer exists in the service"
	// elsewhere is the reason for an object whose provider configuration has another address, or an
	// unknown one.
	elsewhere = "the variables IDM_… set the address of another service, or the plan does not show the address"
	// unrecorded is the reason for a grant in the JSON of a plan, which contains no external IDs.
	unrecorded = "only a saved plan shows which grant of the profile it is"
)

// concurrent limits the concurrent reads of objects; the connection has its own limits.
const concurrent = 8

// Dates adds the versions and the times of the changes: the versions from the saved plan, the times
// from the service. A nil service means no login.
func (r *Report) Dates(ctx context.Context, service *Service) error {
	var group errgroup.Group
	group.SetLimit(concurrent)
	for _, objects := range [][]Drifted{r.Drift, r.Accepted} {
		for i := range objects {
			object := &objects[i]
			object.recorded(privateOf(object.change.Recorded), privateOf(object.change.Refreshed))
			asked := service
			if object.elsewhere = service != nil && !service.holds(r.plan, object.change.Service); object.elsewhere {
				asked = nil
			}
			group.Go(func() error {
				object.date(ctx, r, asked)
				return nil
			})
		}
	}
	return errors.Join(group.Wait(), ctx.Err())
}

// recorded sets the versions from two private states.
func (o *Drifted) recorded(then, now private) {
	o.History.RecordedVersion, o.History.FoundVersion = known(then.version), known(now.version)
	o.records = now.grants
	for i, difference := range o.Differences {
		key, isGrant := o.grant(difference)
		if !isGrant {
			continue
		}
		was, is := then.grants[key], now.grants[key]
		if is.ExtID != "" && was.ExtID != is.ExtID {
			// It is another grant of the same role, with its own versions.
			was.Version = 0
		}
		o.Differences[i].History = &History{RecordedVersion: known(was.Version), FoundVersion: known(is.Version)}
	}
}

func known(version int64) *int64 {
	if version == 0 {
		return nil
	}
	return &version
}

// date reads the time of the change from the service. If that fails, the history contains the
// reason.
func (o *Drifted) date(ctx context.Context, r *Report, service *Service) {
	switch {
	case o.Gone:
		o.History.Unknown = gone
	case o.hasGrants():
		o.History.Unknown = ownTimes
		o.dateGrants(r, service)
	case o.row == nil || !o.row.Versioned:
		o.History.Unknown = noRecord
	case service == nil:
		o.History.Unknown = o.noService()
	default:
		record, read := r.records[key{kind: o.row.Name, id: o.ID}]
		var err error
		if !read {
			record, err = recordOf(ctx, service.api, o.row, o.change.Before)
		}
		o.History.set(record, err)
	}
}

// noService returns why no service can be queried for an object.
func (o *Drifted) noService() string {
	if o.elsewhere {
		return elsewhere
	}
	return noLogin
}

// set sets the time and the version from the service. The version of the plan's refresh takes
// precedence over a later one.
func (h *History) set(record idm.Record, err error) {
	switch {
	case errors.Is(err, rest.ErrNoRecord):
		h.Unknown = gone
	case err != nil:
		h.Unknown = "the service returned an error: " + err.Error()
	case record.LastModified == "":
		h.Unknown = noRecord
	default:
		h.LastModified = record.LastModified
		if h.FoundVersion == nil {
			h.FoundVersion = known(record.Version)
		}
	}
}

// recordOf reads the record of an object with some values.
func recordOf(ctx context.Context, api *idm.API, row *objecttype.Type, values plan.Values) (idm.Record, error) {
	at := idm.Place{Client: values.Text("client_ext_id"), Owner: values.Text(row.RefTo(row.Owner))}
	object, err := idm.ReadsOf(row).Object(ctx, api, at, values.Text("ext_id"))
	return object.Record, err
}

func (o *Drifted) isAuthoritative() bool { return o.row != nil && o.row.Class == objecttype.Set }

// hasGrants reports whether the elements of an authoritative resource have their own times. Roles
// of enterprise roles have none.
func (o *Drifted) hasGrants() bool {
	kind := kindOf(o.row)
	return o.isAuthoritative() && (kind == access.Grant || kind == access.EnterpriseGrant)
}

// dateGrants sets the times of grants from the list of their profile, which the records identify.
func (o *Drifted) dateGrants(r *Report, service *Service) {
	l := list{}
	if parts, _ := o.row.Key.Parse(o.ID); parts != nil {
		l = listOf("", parts[0], kindOf(o.row), parts[1])
	}
	listed, read := r.lists[l]
	for i, difference := range o.Differences {
		key, isGrant := o.grant(difference)
		if !isGrant {
			continue
		}
		history, record := o.Differences[i].History, o.records[key]
		at := slices.IndexFunc(listed, func(one held) bool { return one.ownID == record.ExtID })
		switch {
		case service == nil:
			history.Unknown = o.noService()
		case !read:
			history.Unknown = notRead
		case record.ExtID == "" && o.change.After.Map(o.row.Gives.Attr)[key] != nil:
			history.Unknown = unrecorded
		case at < 0:
			history.Unknown = gone
		default:
			history.set(listed[at].record, nil)
		}
	}
}

// grant returns the key of the grant that a difference belongs to, and false if the object contains
// no grants.
func (o *Drifted) grant(d Difference) (key string, isGrant bool) {
	return d.element, o.hasGrants() && d.element != ""
}
