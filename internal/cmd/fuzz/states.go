package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// The files of a stored tenant.
const (
	configurationFile = "main.tf.json"
	stateFile         = "terraform.tfstate"
	serviceFile       = "service.json"
)

// releases maps names to releases of the service, as quirks of the simulator. Together they support
// every resource type.
var releases = map[string][]string{"earlier-releases": nil, "later-releases": {"later-releases"}}

// storeStates applies a tenant on each release of the service, and stores its configuration, its
// state and the content of the service. Later versions of the provider must plan no change with
// these states.
func (s settings) storeStates(ctx context.Context) error {
	missing := map[string]bool{}
	for _, of := range objecttype.All() {
		missing[of.TypeName()] = true
	}
	for _, name := range slices.Sorted(maps.Keys(releases)) {
		if err := s.storeState(ctx, name, missing); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the tenants of the seed %d lack %v: choose another -seed", s.seed, slices.Sorted(maps.Keys(missing)))
	}
	return nil
}

func (s settings) storeState(ctx context.Context, name string, missing map[string]bool) error {
	server, err := newService(releases[name]...)
	if err != nil {
		return err
	}
	defer server.stop()
	url, err := server.listen(ctx)
	if err != nil {
		return err
	}
	work, err := newWorkspace(s, name, url)
	if err != nil {
		return err
	}
	tenant := tenantgen.For(releases[name])
	tenant.Grow(rand.New(rand.NewPCG(s.seed, 1)), tenantgen.Size{Units: 5, Profiles: 4, Catalog: 3})
	for _, r := range tenant.Resources() {
		delete(missing, r.Type)
	}
	if err := work.declare(tenant.Resources()); err != nil {
		return err
	}
	if o, err := work.apply(ctx); err != nil || o.exit != 0 {
		return errors.Join(err, errors.New(o.text()))
	}
	if err := work.settled(ctx); err != nil {
		return err
	}
	folder := filepath.Join(s.states, name)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	for _, file := range []string{configurationFile, stateFile} {
		content, err := os.ReadFile(filepath.Join(work.folder, file))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, file), content, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(folder, serviceFile), server.sim.State(), 0o600)
}
