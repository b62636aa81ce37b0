// Package rehearsal applies a saved plan to a copy of the service, and reports the result. The
// configuration, the state and the provider are real; the service is the simulator with a seed. No
// request goes to another destination.
package rehearsal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Options define a rehearsal.
type Options struct {
	// Plan is the file of the saved plan; Content is its content.
	Plan    string
	Content []byte
	// CLI reads and applies the plan.
	CLI plan.CLI
	// Dir is the folder of the root module.
	Dir string
	// Seed is the content of the copy, with a caller who has Token.
	Seed  []byte
	Token string
	// Service is the address for a provider block without one, or "" if it is not known.
	Service string
	// OtherProviders permits other providers and provisioners, which have real effects.
	OtherProviders bool
	// Progress receives progress messages.
	Progress io.Writer
}

// RefusedError lists the reasons why a plan is not rehearsed.
type RefusedError struct{ Reasons []string }

// Error lists all reasons.
func (e *RefusedError) Error() string {
	return "the plan cannot be rehearsed; " + strings.Join(e.Reasons, "; ")
}

// run is a rehearsal in progress.
type run struct {
	o       Options
	saved   *saved
	plan    *plan.Plan
	program string
	box     *sandbox
	service *service
	result  *Result
}

// Run rehearses a plan. It returns an error if the rehearsal could not run; the Result contains
// failures of the rehearsed apply. It always removes its temporary folder.
func Run(ctx context.Context, o Options) (*Result, error) {
	r := &run{o: o, result: newResult(o.Plan)}
	if err := r.read(ctx); err != nil {
		return nil, err
	}
	var err error
	if r.service, err = serve(ctx, o); err != nil {
		return nil, err
	}
	defer r.service.stop()
	if r.box, err = newSandbox(o.Dir, r.saved); err != nil {
		return nil, err
	}
	defer r.box.remove()
	if err := r.rehearse(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, errors.New("interrupted; the rehearsal left no files")
		}
		return nil, err
	}
	return r.result, nil
}

// read reads the plan, and refuses one with effects that the rehearsal cannot confine to the copy.
func (r *run) read(ctx context.Context) error {
	var err error
	if r.saved, err = openSaved(r.o.Content); err != nil {
		return fmt.Errorf("%s: %w", r.o.Plan, err)
	}
	r.o.CLI.Dir = r.o.Dir
	cli, text := r.o.CLI, []byte(nil)
	cli.Shown = func(program string, shown []byte) { r.program, text = program, shown }
	if r.plan, err = plan.Read(ctx, r.o.Plan, cli); err != nil {
		return err
	}
	r.saved.workspace = r.plan.Backend.Workspace
	if err := r.saved.take(text); err != nil {
		return err
	}
	if digest := sha256.Sum256(r.o.Content); r.plan.Digest != hex.EncodeToString(digest[:]) {
		return fmt.Errorf("%s was changed while it was read: rehearse it again", r.o.Plan)
	}
	r.result.Digest, r.result.CLIVersion = r.plan.Digest, r.plan.CLIVersion
	if reasons := r.refusals(); len(reasons) > 0 {
		return &RefusedError{reasons}
	}
	return r.saved.unchanged(r.o.Dir)
}

func (r *run) rehearse(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	r.progress("planning on the copy")
	planned, err := r.replan(ctx)
	if err != nil {
		return err
	}
	r.result.PlanRequests = len(r.service.Requests())
	before, err := r.facts()
	if err != nil {
		return err
	}
	if planned != nil {
		r.compare(planned)
		r.service.ClearRequests()
		r.progress("applying to the copy")
		if err := r.apply(ctx, planned); err != nil {
			return err
		}
		sent := r.service.Requests()
		reads := func(s sim.Request) bool { return s.Method == http.MethodGet }
		r.result.ApplyRequests, r.result.Writes = len(sent), len(slices.DeleteFunc(sent, reads))
	}
	r.result.Limits = r.limits()
	after, err := r.facts()
	if err != nil {
		return err
	}
	addUnread(after.Tenant, before.Tenant)
	addUnread(before.Tenant, before.Tenant)
	r.result.Access = difference(before, after, clock(r.plan.Time))
	return nil
}

// facts returns the current facts of the copy.
func (r *run) facts() (*tenant.Facts, error) { return tenant.Decode(r.service.State(), "") }

// prepare sets up the folder, and verifies that the provider uses only the copy.
func (r *run) prepare(ctx context.Context) error {
	r.progress("preparing")
	if err := r.initialize(ctx); err != nil {
		return err
	}
	if err := r.box.local(); err != nil {
		return err
	}
	if err := r.box.state(r.saved); err != nil {
		return err
	}
	return r.prove(ctx)
}

func (r *run) progress(what string) {
	if r.o.Progress != nil {
		fmt.Fprintf(r.o.Progress, "Rehearsal: %s\n", what)
	}
}

// service is the simulator with the address that the provider is redirected to.
type service struct {
	*sim.Server
	url, token string
	stop       func()
}

func serve(ctx context.Context, o Options) (*service, error) {
	server, err := sim.New(sim.Options{Seed: o.Seed})
	if err != nil {
		return nil, fmt.Errorf("the copy of the service cannot start: %w", err)
	}
	address, stop, err := listen(ctx, server)
	if err != nil {
		return nil, err
	}
	return &service{server, address, o.Token, stop}, nil
}

// initialize runs init, so that the CLI finds the provider, and its state in the folder. It skips
// init if the root module does not need it, because init fails with development overrides.
func (r *run) initialize(ctx context.Context) error {
	if !r.saved.backend && !r.saved.encryption && r.box.initialized {
		return nil
	}
	arguments := []string{"init", "-input=false", "-no-color", "-reconfigure"}
	if r.box.modules {
		arguments = append(arguments, "-get=false")
	}
	_, err := r.cli(ctx, r.box.root, "", arguments...)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	// Without a backend, a development override needs no init, which may fail.
	if _, statErr := os.Stat(filepath.Join(r.o.Dir, ".terraform")); statErr != nil && !r.saved.backend {
		return nil
	}
	return fmt.Errorf("the copy of the configuration cannot be initialized: %w", err)
}
