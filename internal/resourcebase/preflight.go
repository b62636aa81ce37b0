package resourcebase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/once"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/suggest"
)

// preflightPatience bounds a request of the preflight with its repeats: a plan that cannot work
// says so in seconds.
const preflightPatience = 6 * time.Second

// preflight is what a run knows of the service before it plans the first change.
type preflight struct {
	login   once.Value[login]
	clients once.Map[string, error]

	mu sync.Mutex
	// reported are the failures that a diagnostic of this run has named: login, or a client.
	reported map[string]bool
	// planned are the clients that this run creates.
	planned map[string]bool
}

// PlanClient notes a client that this run creates: what is planned in it finds no fault with its
// absence.
func (p *Provider) PlanClient(extID string) {
	p.preflight.mu.Lock()
	defer p.preflight.mu.Unlock()
	if p.preflight.planned == nil {
		p.preflight.planned = map[string]bool{}
	}
	p.preflight.planned[extID] = true
}

func (p *Provider) plansClient(extID string) bool {
	p.preflight.mu.Lock()
	defer p.preflight.mu.Unlock()
	return p.preflight.planned[extID]
}

// login is the answer to the question for the caller's permissions, which every caller may ask.
type login struct {
	// names are the permissions, nil when the service does not tell them.
	names []string
	// err is why they are not known.
	err error
}

// unproven reports whether the answer does not show that the service is there and accepts the
// login.
func (l login) unproven() bool { return l.err != nil && !errors.Is(l.err, idm.ErrForbidden) }

// ready asks once in a run whether the service is there, accepts the login and, when a client is
// named, has it. Only the first object that meets a failure reports it. It returns false when there
// is nothing to plan with.
func (p *Provider) ready(ctx context.Context, client string, at path.Path, diags *diag.Diagnostics) bool {
	found := p.logIn(ctx)
	if found.unproven() && !errors.Is(found.err, idm.ErrNoOperation) {
		p.report("", diags, remedy.Preflight(p.BaseURL, found.err))
		return false
	}
	if client == "" || p.plansClient(client) {
		return ctx.Err() == nil
	}
	err := p.findClient(ctx, client)
	switch {
	case errors.Is(err, idm.ErrNoRecord):
		p.report(client, diags, diag.WithPath(at, p.unknownClient(ctx, client, err)))
		return false
	case err != nil && !errors.Is(err, idm.ErrForbidden) && (found.unproven() || !errors.Is(err, idm.ErrNoOperation)):
		p.report("", diags, remedy.Preflight(p.BaseURL, err))
		return false
	}
	return ctx.Err() == nil
}

// report adds a diagnostic unless one of the same failure was added in this run.
func (p *Provider) report(failure string, diags *diag.Diagnostics, d diag.Diagnostic) {
	diags.Append(p.once(failure, d))
}

// once returns a diagnostic, or nil when one of the same failure was returned in this run.
func (p *Provider) once(failure string, d diag.Diagnostic) diag.Diagnostic {
	p.preflight.mu.Lock()
	defer p.preflight.mu.Unlock()
	if p.preflight.reported[failure] {
		return nil
	}
	if p.preflight.reported == nil {
		p.preflight.reported = map[string]bool{}
	}
	p.preflight.reported[failure] = true
	return d
}

// NotRefreshed is the summary of a failed refresh whose reason an earlier error of the run has shown.
const NotRefreshed = "Not refreshed"

// notRead says that the service cannot be used, with the reason only once in a run.
func (p *Provider) notRead(err error) diag.Diagnostic {
	repeated := diag.NewErrorDiagnostic(NotRefreshed, "The service cannot be used. An earlier error of this run shows why.")
	return cmp.Or[diag.Diagnostic](p.once("", remedy.Preflight(p.BaseURL, err)), repeated)
}

// logIn reads the caller's permissions once in a run. A failure is kept like an answer.
func (p *Provider) logIn(ctx context.Context) login {
	found, err := p.preflight.login.Get(ctx, func(ctx context.Context) (login, error) {
		var found login
		found.err = patiently(ctx, func(ctx context.Context) (err error) {
			found.names, err = p.API.Permissions(ctx)
			return err
		})
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

// findClient reads a client once in a run; the error is that of the read.
func (p *Provider) findClient(ctx context.Context, client string) error {
	found, err := p.preflight.clients.Get(ctx, client, func(ctx context.Context) (error, error) {
		return patiently(ctx, func(ctx context.Context) error {
			_, err := p.API.Client(ctx, client)
			return err
		}), ctx.Err()
	})
	return errors.Join(found, err)
}

// patiently makes a request of the preflight in little time. A service that says that it is busy is
// there, and gets the time that it asks for.
func patiently(ctx context.Context, ask func(context.Context) error) error {
	short, cancel := context.WithTimeout(ctx, preflightPatience)
	defer cancel()
	err := ask(short)
	if errors.Is(err, idm.ErrThrottled) {
		return ask(ctx)
	}
	return err
}

// clientsShown bounds the clients that an error about an unknown one reads and names.
const clientsShown = 100

func (p *Provider) unknownClient(ctx context.Context, client string, err error) diag.Diagnostic {
	var known []string
	for found, err := range p.API.Clients(ctx, idm.ClientQuery{Limit: clientsShown}) {
		if err != nil || len(known) == clientsShown {
			break
		}
		known = append(known, found.ExtID)
	}
	return diag.NewErrorDiagnostic("Unknown client",
		fmt.Sprintf("The service has no client (tenant) %q: %s. Nothing was changed.\n\n%s", client, strings.TrimSuffix(err.Error(), "."),
			strings.TrimSpace(suggest.Offer(client, known)+
				" Correct client_ext_id here or in the provider block, or the environment variable IDM_CLIENT_EXT_ID. "+
				"A client that the same configuration creates must be referred to by an attribute of its resource.")))
}

// checkService is the preflight of a resource that a plan changes. It returns false when nothing
// more can be planned.
func (r *Resource) checkService(ctx context.Context, req resource.ModifyPlanRequest, diags *diag.Diagnostics) bool {
	if req.Plan.Raw.Equal(req.State.Raw) {
		return true
	}
	var client types.String
	if at := path.Root(clientPart); r.Key.ofClient() && !req.Plan.Raw.IsNull() {
		diags.Append(req.Plan.GetAttribute(ctx, at, &client)...)
		if client.IsUnknown() && !r.configures(ctx, req, at) {
			client = types.StringValue(r.ClientExtID)
		}
	}
	return r.ready(ctx, client.ValueString(), path.Root(clientPart), diags)
}

// configures reports whether the configuration holds a value for an attribute, known or not.
func (r *Resource) configures(ctx context.Context, req resource.ModifyPlanRequest, at path.Path) bool {
	var given types.String
	return !req.Config.GetAttribute(ctx, at, &given).HasError() && !given.IsNull()
}

// granted are the caller's permissions without their prefix. Nil means that they are not known.
func (p *Provider) granted(ctx context.Context) map[string]bool {
	found := p.logIn(ctx)
	if found.err != nil || found.names == nil {
		return nil
	}
	has := make(map[string]bool, len(found.names))
	for _, name := range found.names {
		has[strings.TrimPrefix(name, objecttype.Permission(""))] = true
	}
	return has
}
