package idmctl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// starting holds the flags of the command.
type starting struct {
	client, name, out string
	newClient         bool
}

func newInitCommand() *cobra.Command {
	var s starting
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a folder for a new tenant",
		Long: `Write a folder for a new tenant, for Terraform and OpenTofu.

The folder has units.yaml, jobs.yaml, people.csv and exceptions.yaml, with examples in comments, and the modules that turn them
into resources. A first plan reports no problem, and later ones name the line of a mistake.

With IDM_BASE_URL and a login, the command reads the client, which must be empty, and imports what the service created with
it: a unit, a policy. Without IDM_BASE_URL it contacts no service and imports nothing. With --new-client the folder
declares the client itself, which needs release 2605 of the service; this contacts no service either.

To start from a client with people or units, use idmctl export. The folder must be new or empty.`,
		Example: `  idmctl init --client acme --out tenant
  idmctl init --client acme --new-client --name "Acme Corporation" --out tenant`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&s.client, "client", "", "external ID of the client (tenant); IDM_CLIENT_EXT_ID by default")
	flags.StringVar(&s.out, "out", "", "folder to write to")
	flags.BoolVar(&s.newClient, "new-client", false, "declare the client too, because it does not exist yet")
	flags.StringVar(&s.name, "name", "", "name of the new client; its external ID by default")
	return cmd
}

func (s *starting) run(cmd *cobra.Command) error {
	if err := s.check(); err != nil {
		return err
	}
	t, exists, err := s.read(cmd.Context(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	o := export.Options{Grants: export.Authoritative, Version: constraint(cmd.Root().Version)}
	summary, err := export.Start(cmd.Context(), s.out, t, exists, o)
	if err != nil {
		return err
	}
	s.print(cmd, summary, exists)
	return nil
}

// check validates the flags before any work is done.
func (s *starting) check() error {
	if s.out == "" {
		return errors.New("name the folder to write to with --out")
	}
	if s.name != "" && !s.newClient {
		return errors.New("--name is the name of a new client: give --new-client too")
	}
	if s.client == "" {
		s.client = os.Getenv("IDM_CLIENT_EXT_ID")
	}
	if s.client == "" && (s.newClient || os.Getenv("IDM_BASE_URL") == "") {
		return errors.New("name the client with --client, or in IDM_CLIENT_EXT_ID")
	}
	return export.EnsureEmpty(s.out, export.HCL)
}

// read reads the client from the service and reports whether it exists.
func (s *starting) read(ctx context.Context, stderr io.Writer) (t *tenant.Tenant, exists bool, err error) {
	if s.newClient {
		if s.name == "" {
			s.name = s.client
		}
		return export.EmptyTenant(s.client, s.name), false, nil
	}
	if os.Getenv("IDM_BASE_URL") == "" {
		return export.EmptyTenant(s.client, ""), false, nil
	}
	service, err := openClient(ctx, &s.client)
	if err != nil {
		return nil, false, err
	}
	// Without the permission to search, read the units of the profiles.
	known, _ := tenant.SearchUnits(ctx, service.API, s.client)
	bar := newProgress(stderr)
	t, err = tenant.Read(ctx, service.API, tenant.Options{Client: s.client, Known: known, With: tenant.Parts(), Progress: bar.step})
	bar.end()
	if errors.Is(err, tenant.ErrNoClient) {
		return nil, false, fmt.Errorf("%w; to declare a new client, give --new-client", err)
	}
	if err != nil {
		return nil, false, err
	}
	return t, true, s.empty(t)
}

// empty returns an error unless the client contains only the objects that the service created with
// it.
func (s *starting) empty(t *tenant.Tenant) error {
	if len(t.Units) <= 1 && len(t.Profiles) == 0 && len(t.EnterpriseRoles) == 0 {
		return nil
	}
	return fmt.Errorf("the client %s is not empty (units: %d, profiles: %d, enterprise roles: %d); "+
		"export it with idmctl export --client %s --out %s",
		s.client, len(t.Units), len(t.Profiles), len(t.EnterpriseRoles), s.client, s.out)
}

func (s *starting) print(cmd *cobra.Command, summary *export.Summary, exists bool) {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "Wrote a folder for the client %s to %s\n", report.Clean(s.client), s.out)
	if exists {
		fmt.Fprintf(out, "The first plan imports %s, which the service created with the client.\n",
			report.Count(summary.Imports, "object"))
	}
	if s.newClient {
		fmt.Fprint(out, "Apply the client before you write units and people: the service needs it first.\n")
	}
	fmt.Fprintf(out, `
A role has no effect while its application is not assigned to the client: list the applications in applications.tf.

Next, in %s: write units.yaml, jobs.yaml and people.csv, then terraform init and terraform plan (or tofu).
`, s.out)
}
