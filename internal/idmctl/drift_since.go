package idmctl

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
)

// changes reports what changed in the service since the snapshot of --since.
func (o *driftOptions) changes(cmd *cobra.Command, sources []string) error {
	if len(sources) > 0 {
		return fmt.Errorf("--since compares the service with a snapshot: name no folder and no plan (%s)", sources[0])
	}
	if err := o.check(); err != nil {
		return err
	}
	content, err := input.ReadSnapshot(o.since)
	if err != nil {
		return err
	}
	service, err := connection.Open("idmctl")
	if err != nil {
		return err
	}
	baseline, err := drift.NewBaseline(o.since, content, service.BaseURL, service.ClientExtID, time.Now())
	if err != nil {
		return err
	}
	clients := baseline.Clients()
	taken, err := take(cmd, service, snapshot.Options{Client: clients[0], Others: clients[1:], Units: baseline.Units,
		Credentials: baseline.Credentials})
	if err != nil {
		return err
	}
	now, err := taken.Seed()
	if err != nil {
		return err
	}
	r, err := baseline.Compare(now, service.BaseURL, time.Now())
	if err != nil {
		return err
	}
	document := r.Document()
	if err := o.write(cmd.OutOrStdout(), document, r); err != nil {
		return err
	}
	if err := o.findings.write(cmd, nil, r.ToolFindings()); err != nil {
		return err
	}
	switch {
	case r.Found():
		fmt.Fprintln(cmd.ErrOrStderr(), document.Lead)
		return &finding{what: "changes since the snapshot"}
	case len(r.NotRead) > 0:
		return errors.New("no change was found, but a part of the tenant could not be compared: run it with a login that may read the " +
			"parts in the report")
	}
	return nil
}
