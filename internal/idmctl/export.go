package idmctl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// exporting holds the flags of the command.
type exporting struct {
	client, unit, user  string
	out, grants, output string
	layout, zone        string
	people, update      bool
	split               bool
	version             string
	// notSearched explains why units can be missing; "" if the search found units.
	notSearched   string
	only, without []string
}

func newExportCommand() *cobra.Command {
	var e exporting
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write an existing tenant as a folder of HCL with import blocks",
		Long: `Write an existing tenant as a folder of HCL with import blocks, for Terraform and OpenTofu.

The command only reads. It signs in with the provider's variables IDM_…. A plan in the folder imports everything and changes
nothing; after its apply the next plan is empty. Values of encrypted properties and credentials are never written. People are
written only with --people; the files and the state then contain personal data.

Units are named by their path, profiles by person and unit, roles by application. The file names.yaml in the folder records
the address of each object. To change an address, edit the file and export again, with only that file in the folder.

The layout data is the folder of idmctl init: units.yaml, people.csv, jobs.yaml and exceptions.yaml. People with the same roles get a
job, and exceptions.yaml lists what one person has beyond it. What no row can say is a resource.

The folder must be new, or contain only names.yaml; for the layout data also a jobs.yaml, whose jobs the export keeps. With
--update it must be the folder of an earlier export or of init: the command adds new objects, keeps the jobs and proposes new
ones, and changes nothing else; the next plan shows what is deleted. To change the layout or the form of grants, export to a new
folder with a new state.

Exit codes: 0 everything was exported; 1 an error, and nothing is written; 2 objects could not be read or imported: the command
lists them and writes the rest. Archived users and profiles are listed and left out.`,
		Example: `  idmctl export --client acme --out tenant
  idmctl export --client acme --out sales --unit acme-sales --grants authoritative
  idmctl export --client acme --out tenant --layout data --people --zone Europe/Zurich
  idmctl export --client acme --out tenant --update
  idmctl export --client acme --out roles --only applications,roles,enterprise-roles
  idmctl export --client acme --out anna --user u-anna --output json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e.forget(cmd)
			e.version = cmd.Root().Version
			return e.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&e.client, "client", "", "external ID of the client (tenant); IDM_CLIENT_EXT_ID by default")
	flags.StringVar(&e.out, "out", "", "folder to write to")
	flags.StringVar(&e.unit, "unit", "", "only this unit, all below it, and their profiles")
	flags.StringVar(&e.user, "user", "", "only the profiles of this user")
	flags.StringVar(&e.grants, "grants", string(export.Single),
		"single: one resource per grant; authoritative: one for all grants of a profile, which shows undeclared grants")
	flags.StringVar(&e.layout, "layout", string(export.HCL),
		"hcl: resources in a file for each top unit; data: YAML and CSV files, and the modules that read them")
	flags.BoolVar(&e.split, "split", false, "write a root with its own state for each top unit")
	flags.StringVar(&e.zone, "zone", "", "time zone of the days in the files of the layout data; UTC by default")
	flags.BoolVar(&e.update, "update", false, "add new objects to an exported folder")
	flags.BoolVar(&e.people, "people", false, "also export the users, with their personal data")
	flags.StringSliceVar(&e.only, "only", nil, "only these kinds or resource types: "+strings.Join(export.Kinds(), ", "))
	flags.StringSliceVar(&e.without, "without", nil, "all but these kinds or resource types")
	flags.StringVar(&e.output, "output", "text", "format of the summary: text or json")
	choices(cmd, "layout", export.Layouts)
	choices(cmd, "grants", export.GrantChoices)
	choices(cmd, "only", slices.Concat(export.Kinds(), export.Types()))
	choices(cmd, "without", slices.Concat(export.Kinds(), export.Types()))
	choices(cmd, "output", summaryForms)
	return cmd
}

func (e *exporting) run(cmd *cobra.Command) error {
	if err := e.check(); err != nil {
		return err
	}
	service, err := openClient(cmd.Context(), &e.client)
	if err != nil {
		return err
	}
	options, err := e.options()
	if err != nil {
		return err
	}
	read, err := e.read(cmd, service, options)
	if err != nil {
		return e.unfinished(cmd, err)
	}
	summary, err := export.Write(cmd.Context(), e.out, read, options)
	if err != nil {
		return e.unfinished(cmd, err)
	}
	if e.notSearched != "" {
		summary.Notes = append(summary.Notes, e.notSearched)
	}
	for _, count := range service.API.Statistics().Requests {
		summary.Requests += count
	}
	if err := e.print(cmd, summary); err != nil {
		return err
	}
	if len(summary.Missing) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "The export in %s is not complete: the summary lists the missing parts and the reasons.\n", e.out)
		return &finding{what: "objects could not be read or imported"}
	}
	return nil
}

// forget clears the layout and the form of grants, unless a flag sets them: an update takes them
// from the folder. The people of a folder belong to its update.
func (e *exporting) forget(cmd *cobra.Command) {
	e.people = e.people || e.update && export.HasPeople(e.out)
	if e.update && !cmd.Flags().Changed("layout") {
		e.layout = ""
	}
	if (e.update || e.layout == string(export.Data)) && !cmd.Flags().Changed("grants") {
		e.grants = ""
	}
}

// check validates the flags before any work is done.
func (e *exporting) check() error {
	if e.out == "" {
		return errors.New("name the folder to write to with --out")
	}
	if err := oneOf("grants", e.grants, texts(export.GrantChoices)); err != nil {
		return err
	}
	if err := oneOf("layout", e.layout, texts(export.Layouts)); err != nil {
		return err
	}
	if _, err := e.options(); err != nil {
		return err
	}
	if _, err := sheet.Zone(cmp.Or(e.zone, "UTC")); err != nil {
		return fmt.Errorf("--zone: %w", err)
	}
	if err := oneOf("output", e.output, summaryForms); err != nil {
		return err
	}
	if e.update {
		return nil
	}
	return export.EnsureEmpty(e.out, export.Layout(e.layout))
}

// read reads the tenant and shows its progress.
func (e *exporting) read(cmd *cobra.Command, service *connection.Connection, o export.Options) (*tenant.Tenant, error) {
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	var known []string
	if e.unit == "" && e.user == "" {
		var err error
		if known, err = tenant.SearchUnits(cmd.Context(), service.API, e.client); err != nil || len(known) == 0 {
			reason := "it needs the permission AccessControl.UnitSearch"
			if err != nil {
				reason = report.Clean(strings.TrimRight(err.Error(), "."))
			}
			e.notSearched = fmt.Sprintf("The service has no list of all units, and the search returned none (%s): a root unit without "+
				"a profile in it or below it is not found. Export such a unit with --unit.", reason)
		}
	}
	return tenant.Read(cmd.Context(), service.API,
		tenant.Options{Client: e.client, Unit: e.unit, User: e.user, Known: known, With: o.Parts(),
			Progress: bar.step})
}

// options returns the options of the export.
func (e *exporting) options() (export.Options, error) {
	o := export.Options{Layout: export.Layout(e.layout), Grants: export.Grants(e.grants), People: e.people, Split: e.split,
		Zone: e.zone, Update: e.update, Version: constraint(e.version)}
	var err error
	if o.Only, err = kindTypes("--only", e.only); err != nil {
		return o, err
	}
	if o.Layout == export.Data && o.Grants == export.Single {
		return o, errors.New("the layout data has no --grants single: omit it")
	}
	if slices.Contains(o.Only, objecttype.User.TypeName()) && !e.people {
		return o, errors.New("--only users also needs --people: add it if the state may contain personal data")
	}
	o.Without, err = kindTypes("--without", e.without)
	if e.unit != "" || e.user != "" {
		// The owner of a part of a tenant does not own the client.
		o.Without = append(o.Without, objecttype.Client.TypeName())
	}
	return o, err
}

// kindTypes returns the types for the words of a flag.
func kindTypes(flag string, words []string) ([]string, error) {
	var all []string
	for _, word := range words {
		types, known := export.KindTypes(word)
		if !known {
			return nil, fmt.Errorf("%s %s: use a resource type, or one of the kinds %s. %s", flag, word,
				strings.Join(export.Kinds(), ", "), suggest.DidYouMean(word, export.Kinds()))
		}
		all = append(all, types...)
	}
	return all, nil
}

// constraint returns a version constraint for the provider that is compatible with this companion.
func constraint(version string) string {
	number := strings.Split(strings.TrimPrefix(version, "v"), ".")
	if len(number) != 3 {
		return ">= 0.0.1"
	}
	return "~> " + number[0] + "." + number[1]
}

// texts returns the values of a flag as texts.
func texts[T ~string](all []T) []string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = string(one)
	}
	return texts
}

// openClient opens the service and sets the client that no flag names. Without any, the error lists
// the clients that are visible to the caller.
func openClient(ctx context.Context, client *string) (*connection.Connection, error) {
	service, err := connection.Open("idmctl")
	if err != nil {
		return nil, err
	}
	if *client = cmp.Or(*client, service.ClientExtID); *client != "" {
		return service, nil
	}
	const message = "name the client with --client, or in IDM_CLIENT_EXT_ID"
	clients, err := tenant.ClientExtIDs(ctx, service.API)
	if err != nil || len(clients) == 0 {
		return nil, errors.New(message)
	}
	return nil, fmt.Errorf("%s; this caller can see %s", message, strings.Join(clients, ", "))
}

// unfinished distinguishes an interruption from a failure. In both cases nothing was written.
func (e *exporting) unfinished(cmd *cobra.Command, err error) error {
	if cmd.Context().Err() != nil {
		return fmt.Errorf("interrupted; nothing was written to %s", e.out)
	}
	return err
}
