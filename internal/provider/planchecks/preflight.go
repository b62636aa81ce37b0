package planchecks

import (
	"context"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// login is the result of reading the caller's permissions, which every caller may read.
type login struct {
	// granted holds the permissions without their prefix. It is nil if the service does not list them.
	granted map[string]bool
	// err is why the permissions are not known.
	err error
}

// ready checks once in a run whether the service is reachable and accepts the login. Unless the
// object is removed, it looks for its client. It returns false if no plan is possible, and whether
// the client exists.
func (r *Run) ready(ctx context.Context, client string, removed bool, diags *diag.Diagnostics) (usable, exists bool) {
	if cause := r.unusable(ctx, client); cause != nil {
		diags.Append(r.stop(cause))
		return false, false
	}
	if client == "" || removed {
		return ctx.Err() == nil, true
	}
	if r.creates(objecttype.Client, client) {
		return ctx.Err() == nil, false
	}
	err := r.findClient(ctx, client)
	if err != nil && !errors.Is(err, idm.ErrNoRecord) && !errors.Is(err, idm.ErrForbidden) && !errors.Is(err, idm.ErrNoOperation) {
		diags.Append(r.stop(err))
		return false, false
	}
	return ctx.Err() == nil, !errors.Is(err, idm.ErrNoRecord)
}

// logIn reads the caller's permissions once in a run. A failure is remembered like a success.
func (r *Run) logIn(ctx context.Context) login {
	found, err := r.login.Get(ctx, func(ctx context.Context) (login, error) {
		var found login
		var names []string
		if names, found.err = r.api.Permissions(ctx); names != nil {
			found.granted = make(map[string]bool, len(names))
		}
		for _, name := range names {
			found.granted[strings.TrimPrefix(name, objecttype.Permission(""))] = true
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

// findClient reads a client, or the list of clients if client is "", once in a run. It returns the
// error of the read.
func (r *Run) findClient(ctx context.Context, client string) error {
	found, err := r.clients.Get(ctx, client, func(ctx context.Context) (failed, interrupted error) {
		if client != "" {
			_, failed = idm.ClientOps.Get(ctx, r.api, idm.Place{}, client)
			return failed, ctx.Err()
		}
		for _, failed = range r.api.Clients(ctx, 1) {
			break
		}
		return failed, ctx.Err()
	})
	return errors.Join(found, err)
}

// CheckService is the preflight of a change. It returns false if the object cannot be planned.
// defaultClient applies to objects without a configured client.
func (p *Planned) CheckService(defaultClient string) bool {
	if p.unchanged {
		return true
	}
	client, at := types.StringValue(defaultClient), path.Root(clientPart)
	removed := p.removed()
	switch {
	case !p.of.ofClient():
	case removed:
		client = types.StringValue(p.Recorded(clientPart))
	default:
		p.resp.Diagnostics.Append(p.req.Plan.GetAttribute(p.ctx, at, &client)...)
		if client.IsUnknown() && !p.configures(at) {
			client = types.StringValue(defaultClient)
		}
	}
	usable, exists := p.run.ready(p.ctx, client.ValueString(), removed || !p.of.ofClient(), &p.resp.Diagnostics)
	p.unread = !exists
	return usable
}

// configures reports whether the configuration sets an attribute to a known or unknown value.
func (p *Planned) configures(at path.Path) bool {
	var given types.String
	return !p.req.Config.GetAttribute(p.ctx, at, &given).HasError() && !given.IsNull()
}

// reportClient reports a client that does not exist, like any other reference.
func (p *Planned) reportClient() {
	if client := p.Text(clientPart); p.unread && !p.run.creates(objecttype.Client, client) {
		p.reportMissing(path.Root(clientPart), lookups.NewTarget(objecttype.Client, "", client))
	}
}
