package planchecks

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// login is the result of reading the caller's permissions, which every caller may read.
type login struct {
	// granted holds the permissions without their prefix. It is nil if the service does not list them.
	granted []string
	// err is why the permissions are not known.
	err error
}

// logIn reads the caller's permissions once in a run. A failure is remembered like a success.
func (r *Run) logIn(ctx context.Context) login {
	found, err := r.login.Get(ctx, func(ctx context.Context) (login, error) {
		var found login
		found.granted, found.err = r.api.Permissions(ctx)
		for i, name := range found.granted {
			found.granted[i] = strings.TrimPrefix(name, objecttype.Permission(""))
		}
		if found.err != nil {
			tflog.Debug(ctx, "the caller's permissions cannot be read, so no plan is checked against them",
				map[string]any{"error": found.err.Error()})
		}
		return found, ctx.Err()
	})
	if err != nil {
		return login{err: err}
	}
	return found
}

// CheckService checks once in a run whether the service is reachable and accepts the login. Unless
// the object is removed, it looks for its client. It returns false if the object cannot be planned.
// defaultClient applies to objects without a configured client.
func (p *Planned) CheckService(defaultClient string) bool {
	if p.unchanged {
		return true
	}
	client := p.clientOr(defaultClient)
	cause := p.run.unusable(p.ctx, client)
	switch {
	case cause != nil || client == "" || p.removed() || !p.of.ofClient():
	case p.run.creates(objecttype.Client, client):
		p.unread = true
	default:
		err := p.Catalog.Read(p.ctx, lookups.NewTarget(objecttype.Client, "", client)).Err
		p.unread = errors.Is(err, idm.ErrNoRecord)
		if !p.unread && !errors.Is(err, idm.ErrForbidden) && !errors.Is(err, idm.ErrNoOperation) {
			cause = err
		}
	}
	if cause != nil {
		p.resp.Diagnostics.Append(p.run.stop(cause))
	}
	return cause == nil && p.ctx.Err() == nil
}

// clientOr returns the client of the object, or else the default.
func (p *Planned) clientOr(byDefault string) string {
	switch configured := p.Configured(clientPart); {
	case !p.of.ofClient():
		return byDefault
	case p.removed():
		return p.Recorded(clientPart)
	case configured == nil || configured.IsNull():
		return cmp.Or(p.Text(clientPart), byDefault)
	}
	return p.Text(clientPart)
}

// reportClient reports a client that does not exist, like any other reference.
func (p *Planned) reportClient() {
	if client := p.Text(clientPart); p.unread && !p.run.creates(objecttype.Client, client) {
		p.reportMissing(path.Root(clientPart), lookups.NewTarget(objecttype.Client, "", client))
	}
}
