package rehearsal

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
)

// probe is a configuration with its own address and login. No request may arrive at that address.
const probe = `terraform {
  required_providers {
    idm = { source = %q }
  }
}

provider "idm" {
  base_url = %q
  token    = "decoy"
}

data "idm_me" "probe" {}
`

// prove ensures that each provider uses the copy despite its configuration. A provider version
// without support for rehearsals would use the configured address.
func (r *run) prove(ctx context.Context) error {
	sources := map[string]bool{}
	for _, service := range r.plan.Services {
		sources[service.Provider] = true
	}
	for _, change := range r.plan.Changes {
		sources[change.Provider] = true
	}
	var arrived atomic.Int64
	decoy, stop, err := listen(ctx, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrived.Add(1)
		w.WriteHeader(http.StatusForbidden)
	}))
	if err != nil {
		return err
	}
	defer stop()
	for source := range sources {
		r.service.ClearRequests()
		err := r.probe(ctx, source, decoy)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if arrived.Load() > 0 {
			return fmt.Errorf("the provider %s in this folder uses the address in its configuration instead of "+
				"the copy: this version does not support rehearsals. "+
				"Nothing was applied; raise its version", source)
		}
		// Only the destination of the requests matters, not the plan of the probe.
		if len(r.service.Requests()) == 0 {
			unseen := fmt.Errorf("the provider %s did not show where its requests go, so nothing was applied. Use its newest version",
				source)
			if err != nil {
				return fmt.Errorf("%w: %w", unseen, err)
			}
			return unseen
		}
	}
	r.service.ClearRequests()
	return nil
}

// probe plans the probe with the provider of the rehearsal.
func (r *run) probe(ctx context.Context, source, decoy string) error {
	folder, err := os.MkdirTemp(r.box.folder, "probe-")
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(folder, ".terraform"), 0o700); err != nil {
		return err
	}
	if err := r.box.write(filepath.Join(folder, "main.tf"), fmt.Appendf(nil, probe, source, decoy)); err != nil {
		return err
	}
	if lock := r.saved.files[".terraform.lock.hcl"]; len(lock) > 0 {
		if err := r.box.write(filepath.Join(folder, ".terraform.lock.hcl"), lock); err != nil {
			return err
		}
	}
	providers := filepath.Join(r.box.data, "providers")
	if _, err := os.Stat(providers); err == nil {
		if err := os.Symlink(providers, filepath.Join(folder, ".terraform", "providers")); err != nil {
			return err
		}
	}
	_, err = r.cli(ctx, folder, "", "plan", "-input=false", "-lock=false", "-no-color")
	return err
}
