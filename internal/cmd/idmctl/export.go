package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/export"
	"github.com/identity-iac/terraform-provider-idm/internal/report"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// exporting holds the flags of the command.
type exporting struct {
	client, unit, user  string
	out, grants, output string
}

func newExportCommand() *cobra.Command {
	var e exporting
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write a living tenant as a folder of HCL with import blocks",
		Long: `Write a living tenant as a folder of HCL with import blocks, for Terraform and OpenTofu.

It only reads. It signs in with the variables IDM_… that the provider takes. A plan in the folder imports everything and
changes nothing; after its apply the next plan is empty. Values of encrypted properties are never written.

The folder must not be there yet, or be empty. When something could not be read, it is listed, the folder holds the
rest, and the exit code is 1. An export that is interrupted leaves nothing behind.`,
		Example: `  idmctl export --client acme --out tenant
  idmctl export --client acme --out sales --unit acme-sales --grants authoritative
  idmctl export --client acme --out anna --user u-anna --output json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&e.client, "client", "", "external id of the client (tenant); without it IDM_CLIENT_EXT_ID")
	flags.StringVar(&e.out, "out", "", "folder to write to")
	flags.StringVar(&e.unit, "unit", "", "only this unit, all below it, and their profiles")
	flags.StringVar(&e.user, "user", "", "only the profiles of this user")
	flags.StringVar(&e.grants, "grants", string(export.Single),
		"single: a resource for each grant; authoritative: one for all grants of a profile, which shows what nobody declared")
	flags.StringVar(&e.output, "output", "text", "form of the summary: text or json")
	return cmd
}

func (e *exporting) run(cmd *cobra.Command) error {
	if err := e.check(); err != nil {
		return err
	}
	service, err := connection.Open("idmctl")
	if err != nil {
		return err
	}
	if e.client == "" {
		e.client = service.ClientExtID
	}
	if e.client == "" {
		return e.noClient(cmd, service)
	}
	bar := newProgress(cmd.ErrOrStderr())
	read, err := tenant.Read(cmd.Context(), service.API, tenant.Options{Client: e.client, Unit: e.unit, User: e.user, Progress: bar.step})
	bar.end()
	if err != nil {
		return e.unfinished(cmd, err)
	}
	summary, err := export.Write(cmd.Context(), e.out, read, export.Grants(e.grants))
	if err != nil {
		return e.unfinished(cmd, err)
	}
	summary.Notes = append(summary.Notes, e.notes(summary)...)
	for _, count := range service.API.Statistics().Requests {
		summary.Requests += count
	}
	if err := e.print(cmd, summary); err != nil {
		return err
	}
	if len(summary.Missing) > 0 {
		return fmt.Errorf("the export in %s is not complete: what is missing, and why, stands in the summary", e.out)
	}
	return nil
}

// check finds what is wrong before any work is done.
func (e *exporting) check() error {
	if e.out == "" {
		return errors.New("name the folder to write to with --out")
	}
	if !slices.Contains(export.GrantChoices, export.Grants(e.grants)) {
		return fmt.Errorf("--grants %s: the choices are %s and %s", e.grants, export.Single, export.Authoritative)
	}
	if e.output != "text" && e.output != "json" {
		return fmt.Errorf("--output %s: the forms are text and json", e.output)
	}
	return export.Free(e.out)
}

// noClient says which clients there are to choose from, as far as the caller may see them.
func (e *exporting) noClient(cmd *cobra.Command, service *connection.Connection) error {
	const message = "name the client to export with --client, or in IDM_CLIENT_EXT_ID"
	clients, err := tenant.ClientExtIDs(cmd.Context(), service.API)
	if err != nil || len(clients) == 0 {
		return errors.New(message)
	}
	return fmt.Errorf("%s; those that this caller may see are %s", message, strings.Join(clients, ", "))
}

// unfinished tells an interruption from a failure. Nothing was written either way.
func (e *exporting) unfinished(cmd *cobra.Command, err error) error {
	if cmd.Context().Err() != nil {
		return fmt.Errorf("interrupted; nothing was written to %s", e.out)
	}
	return err
}

// manyImports is from where on the import blocks alone take a CLI minutes, because it compares each
// with all others whenever it reads the configuration.
const manyImports = 5000

// notes are the limits of what an export can find, and of what a CLI can take.
func (e *exporting) notes(summary *export.Summary) []string {
	var notes []string
	switch {
	case e.unit != "":
		notes = append(notes, "With --unit the units above and the applications of the client are left out; they stand as their external ids.")
	case e.user != "":
		notes = append(notes, "With --user only profiles and what is granted to them are exported; units stand as their external ids.")
	default:
		notes = append(notes,
			"The service has no list of all units: a root unit without a profile in it or below it is not found. Export such a unit with --unit.")
	}
	if summary.Imports > manyImports {
		notes = append(notes,
			"So many import blocks make init and plan slow until imports.tf is deleted. Parts of the tenant (--unit) or --grants authoritative "+
				"make fewer.")
	}
	return notes
}

func (e *exporting) print(cmd *cobra.Command, summary *export.Summary) error {
	out := cmd.OutOrStdout()
	if e.output == "json" {
		encoded, err := encode(summary)
		if err != nil {
			return err
		}
		_, err = unwrap(out).Write(encoded)
		return err
	}
	fmt.Fprintf(out, "Exported client %s to %s\n\n", report.Clean(summary.Client), summary.Folder)
	for _, count := range summary.Objects {
		fmt.Fprintf(out, "  %-38s %6d\n", count.Type, count.Count)
	}
	fmt.Fprintf(out, "  %-38s %6d\n\nIt took %d requests.\n", "to import", summary.Imports, summary.Requests)
	if n := len(summary.Withheld); n > 0 {
		fmt.Fprintf(out, "\n"+
			"Values that are or may be secrets were left out of %d objects; properties.tf names them and tells how to add them.\n",
			n)
	}
	for _, note := range summary.Notes {
		fmt.Fprintf(out, "\n%s\n", note)
	}
	if len(summary.Missing) == 0 {
		fmt.Fprintf(out, "\nNext, in %s: terraform init, then terraform plan (or tofu). After the apply, delete imports.tf.\n", e.out)
		return nil
	}
	fmt.Fprint(out, "\nMissing:\n")
	for _, missing := range summary.Missing {
		fmt.Fprintf(out, "- %s %s: %s. %s.\n", missing.What, enumerate(missing.ExtIDs), report.Clean(strings.TrimRight(missing.Reason, ".")),
			missing.WayOut)
	}
	return nil
}

// mostNamed is how many objects a line names; the JSON names all.
const mostNamed = 10

func enumerate(extIDs []string) string {
	shown := report.Clean(strings.Join(extIDs[:min(len(extIDs), mostNamed)], ", "))
	if more := len(extIDs) - mostNamed; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return shown
}
