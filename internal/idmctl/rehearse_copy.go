package idmctl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// copy creates the copy for the rehearsal: the seed and its origin.
func (r *rehearsing) copy(cmd *cobra.Command, p *plan.Plan, token string) (*rehearsal.Copy, []byte, error) {
	caller, err := r.caller()
	if err != nil {
		return nil, nil, err
	}
	var taken *snapshot.Snapshot
	copied := &rehearsal.Copy{Source: r.seed, Incomplete: []string{}}
	if r.seed == "" {
		taken, copied.Source, err = r.live(cmd, p, &caller)
	} else {
		taken, err = r.stored(copied)
	}
	if err != nil {
		return nil, nil, err
	}
	if caller.Permissions == nil {
		caller.Permissions, caller.Clients = []string{"*"}, []string{"*"}
		caller.source = "all, because neither --permissions nor a service names them"
	}
	taken.AllowCaller(token, caller.Permissions, caller.visible(taken))
	copied.Clients, copied.Quirks, copied.Caller = taken.Clients, []string{}, caller.source
	for _, quirk := range taken.Quirks {
		copied.Quirks = append(copied.Quirks, quirk.Name)
	}
	if len(taken.Missing) == 0 {
		copied.Incomplete = append(copied.Incomplete, taken.Gaps()...)
	}
	for _, missing := range taken.Missing {
		copied.Incomplete = append(copied.Incomplete,
			fmt.Sprintf("client %s: %s %s. %s.", missing.Client, missing.What, enumerate(missing.ExtIDs), missing.WayOut))
	}
	if taken.Pseudonyms {
		copied.Incomplete = append(copied.Incomplete,
			"Names and texts in the snapshot are pseudonyms, so a plan that compares them with real values differs.")
	}
	seed, err := taken.Seed()
	return copied, seed, err
}

// stored reads a snapshot from a file.
func (r *rehearsing) stored(copied *rehearsal.Copy) (*snapshot.Snapshot, error) {
	content, err := input.ReadSnapshot(r.seed)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(r.seed); err == nil {
		copied.Age = time.Since(info.ModTime()).Round(time.Second).String()
	}
	taken, err := snapshot.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.seed, err)
	}
	return taken, nil
}

// live takes a snapshot of the clients in the plan, and reads the permissions of the caller unless
// they are given.
func (r *rehearsing) live(cmd *cobra.Command, p *plan.Plan, caller *allowed) (*snapshot.Snapshot, string, error) {
	ctx := cmd.Context()
	service, err := connection.Open("idmctl")
	if err != nil {
		return nil, "", fmt.Errorf("a rehearsal needs a copy of the tenant: give --snapshot, or set IDM_BASE_URL and a login: %w", err)
	}
	if err := leadsElsewhere(p, service.BaseURL); err != nil {
		return nil, "", err
	}
	about := aboutOf(p, nil)
	about.add(service.ClientExtID)
	clients, units := slices.Sorted(maps.Keys(about.clients)), map[string][]string{}
	for client, of := range about.clients {
		units[client] = slices.Sorted(maps.Keys(of))
	}
	if len(clients) == 0 {
		return nil, "", errors.New("the plan names no client to copy: set IDM_CLIENT_EXT_ID")
	}
	if caller.Permissions == nil {
		if *caller, err = ask(ctx, service); err != nil {
			return nil, "", err
		}
	}
	first := max(0, slices.Index(clients, service.ClientExtID))
	if len(caller.Clients) > 0 && !slices.Contains(caller.Clients, clients[first]) {
		first = max(0, slices.IndexFunc(clients, func(client string) bool { return slices.Contains(caller.Clients, client) }))
	}
	taken, err := take(cmd, service, snapshot.Options{
		Client: clients[first], Others: clients, Units: units, Credentials: hasCredentials(p),
	})
	return taken, service.BaseURL, err
}

// leadsElsewhere returns an error if the plan and the copy belong to different services.
func leadsElsewhere(p *plan.Plan, address string) error {
	for _, service := range p.Services {
		if service.Known && service.Address != "" && service.Address != plan.NormalizeAddress(address) {
			return fmt.Errorf("the plan leads to %s, and IDM_BASE_URL to another service: give a --snapshot, or the address of the plan",
				service.Address)
		}
	}
	return nil
}

// hasCredentials reports whether a plan manages credentials, which the copy must then contain.
func hasCredentials(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Changes, func(c plan.Change) bool {
		row := objecttype.ByTypeName(c.Type)
		return row != nil && row.Class == objecttype.Credential
	})
}

// ask reads the permissions and clients of the caller.
func ask(ctx context.Context, service *connection.Connection) (allowed, error) {
	permissions, err := service.API.Permissions(ctx)
	if err != nil {
		return allowed{}, fmt.Errorf("cannot read the permissions of the caller; give a file of them with --permissions: %w", err)
	}
	clients, err := tenant.ClientExtIDs(ctx, service.API)
	if err != nil {
		// A caller without the permission to list clients may still work in its own client.
		clients = nil
	}
	if service.ClientExtID != "" && !slices.Contains(clients, service.ClientExtID) && err != nil {
		clients = append(clients, service.ClientExtID)
	}
	return allowed{Permissions: permissions, Clients: clients, source: "the permissions of the caller who took the snapshot"}, nil
}

// visible returns the clients of a snapshot that are visible to the caller, or all clients if this
// is unknown.
func (a *allowed) visible(taken *snapshot.Snapshot) []string {
	if len(a.Clients) == 0 || slices.Contains(a.Clients, "*") {
		return []string{"*"}
	}
	return slices.DeleteFunc(slices.Clone(a.Clients), func(client string) bool { return !slices.Contains(taken.Clients, client) })
}

// caller returns the permissions of the apply's login if a file contains them.
func (r *rehearsing) caller() (allowed, error) {
	if r.permissions == "" {
		return allowed{}, nil
	}
	read, err := readAllowed(r.permissions)
	read.source = cmp.Or(read.source, "the permissions in "+filepath.Base(r.permissions))
	return read, err
}
