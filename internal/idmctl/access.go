package idmctl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// asking holds the common flags of the questions.
type asking struct {
	format, file     string
	snapshot, client string
	at               string
	cli              string
	// plans lists the plans that are applied to the tenant before the question.
	plans []string
	// also lists plans of configurations: each row shows whether they declare the grant.
	also []string
	// service is the ID of the service in the plan, and planned the tenant before and after the
	// plan.
	service string
	planned *planned
}

// serviceSource is the source of answers from the service, and plannedSource the source of answers
// about the tenant after a plan.
const (
	serviceSource = "service"
	plannedSource = "planned"
)

var accessFormats = []string{"table", "markdown", "json", "csv", "html"}

func newAccessCommand() *cobra.Command {
	var a asking
	cmd := &cobra.Command{
		Use:   "access",
		Short: "List who has which access, through which path and until when",
		Long: `List who has which access, through which path and until when.

The facts come from a snapshot (idmctl snapshot), or from the service, which the command signs in to with the variables IDM_….
Each row is one path: a grant, or an enterprise role with the grant that gives it. A path has an
effect if everything on it exists, is enabled and valid, and the application is assigned to the client; otherwise the row has the
reasons. Each answer lists what could not be read.

Name an object by its external ID, login or name, with its kind where two kinds have the same one: role:crm-admin.

Exit codes: 0 the question was answered; 1 an error; 2 the question was answered, and a part of the tenant could not be read.`,
		Example: `  idmctl access who crm-admin
  idmctl access explain anna erp-approver --snapshot acme.json
  idmctl access who enterprise-role:crm-admin
  idmctl access all --expiring 30d --output csv --out expiring.csv
  idmctl access all --snapshot acme.json --output html --out access.html
  idmctl access diff monday.json friday.json
  idmctl access diff service planned --plan tenant.tfplan`,
	}
	a.flags(cmd, cmd.PersistentFlags(), accessFormats)
	cmd.PersistentFlags().StringArrayVar(&a.also, "declared-by", nil,
		"plan of a configuration, saved or as JSON: rows show whether it declares the grant; may be repeated")
	cmd.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := prepare(cmd, args); err != nil {
			return err
		}
		return oneOf("output", a.format, accessFormats)
	}
	for _, q := range questions {
		cmd.AddCommand(a.command(q))
	}
	cmd.AddCommand(a.allCommand())
	return cmd
}

// flags adds the flags that decide which facts are asked, and the form of the answer.
func (a *asking) flags(cmd *cobra.Command, flags *pflag.FlagSet, formats []string) {
	flags.StringVar(&a.snapshot, "snapshot", "", "file of idmctl snapshot; without it the service is read")
	flags.StringVar(&a.client, "client", "", "external ID of the client (tenant); without it IDM_CLIENT_EXT_ID, or all of the snapshot")
	flags.StringVar(&a.format, "output", "table", "format of the answer: "+strings.Join(formats, ", "))
	flags.StringVar(&a.file, "out", "", "file to write the answer to; standard output without it")
	flags.StringArrayVar(&a.plans, "plan", nil,
		"saved plan or its JSON: answer for the tenant after this plan; may be repeated")
	flags.StringVar(&a.cli, "cli", "", "terraform or tofu that shows the plan; without it the first of them in the PATH")
	flags.StringVar(&a.at, "at", "", "time for which to answer, such as 2026-12-31T00:00:00Z; now by default")
	choices(cmd, "output", formats)
}

// question is a question about a single tenant, or nil to ask for a comparison of two.
type question struct {
	use, short string
	args       int
	ask        func(a *accessquery.Asker, args []string) (*accessquery.Answer, error)
}

func named(ask func(*accessquery.Asker, string) (*accessquery.Answer, error)) func(*accessquery.Asker, []string) (*accessquery.Answer, error) {
	return func(a *accessquery.Asker, args []string) (*accessquery.Answer, error) { return ask(a, args[0]) }
}

var questions = []question{
	{"who ROLE", "Who has a role, an enterprise role or any role of an application", 1, named((*accessquery.Asker).Who)},
	{"of USER", "What a user has", 1, named((*accessquery.Asker).Of)},
	{"explain USER ROLE", "Show whether and by which paths a user has a role, and what would end each", 2,
		func(a *accessquery.Asker, args []string) (*accessquery.Answer, error) {
			return a.Explain(args[0], args[1])
		}},
	{"unit UNIT", "What people have through profiles in a unit and the units below it", 1, named((*accessquery.Asker).Unit)},
	{"diff BEFORE AFTER", "Gains and losses between two snapshots; " + serviceSource + " is the current state, " + plannedSource +
		" the state after --plan", 2, nil},
}

func (a *asking) command(q question) *cobra.Command {
	return &cobra.Command{
		Use: q.use, Short: q.short, Args: cobra.ExactArgs(q.args),
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, q, args) },
	}
}

// allCommand returns the command for all access, with its filters.
func (a *asking) allCommand() *cobra.Command {
	var filter accessquery.Filter
	var expiring, dormant string
	cmd := &cobra.Command{
		Use: "all", Short: "All access of all users, or the part that fits every given filter", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if filter.Expiring, err = period("expiring", expiring); err != nil {
				return err
			}
			if filter.Dormant, err = period("dormant", dormant); err != nil {
				return err
			}
			filtered := func(a *accessquery.Asker, _ []string) (*accessquery.Answer, error) { return a.All(filter), nil }
			return a.run(cmd, question{ask: filtered}, args)
		},
	}
	cmd.Flags().BoolVar(&filter.Global, "global", false, "only grants with a global data room")
	cmd.Flags().BoolVar(&filter.Expired, "expired", false, "only access whose validity has ended")
	cmd.Flags().StringVar(&expiring, "expiring", "", "only access that ends within this time: days (30d), weeks (4w) or hours (12h)")
	cmd.Flags().StringVar(&dormant, "dormant", "", "only access of people who have not signed in for this time, or never, such as 180d")
	return cmd
}

// period returns the value of a flag with a length of time; nil if it is not given.
func period(flag, text string) (*time.Duration, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no limit
	}
	length, err := lengthOf(text)
	if err != nil {
		return nil, fmt.Errorf("--%s %s: %w", flag, text, err)
	}
	return &length, nil
}

func (a *asking) run(cmd *cobra.Command, q question, args []string) error {
	now, err := a.time()
	if err != nil {
		return err
	}
	var answer *accessquery.Answer
	if q.ask == nil {
		answer, err = a.diff(cmd, args, now)
	} else {
		answer, err = a.one(cmd, q, args, now)
	}
	if err != nil {
		return err
	}
	if err := a.write(cmd, answer); err != nil {
		return err
	}
	if len(answer.NotRead) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "A part of the tenant could not be read: the answer lists it.")
		return &finding{what: "a part of the tenant could not be read"}
	}
	return nil
}

func (a *asking) one(cmd *cobra.Command, q question, args []string, now time.Time) (*accessquery.Answer, error) {
	t, label, err := a.held(cmd)
	if err != nil {
		return nil, err
	}
	asker := accessquery.New(t, label, a.client, now)
	if len(a.also) > 0 {
		declared, err := a.declarations(cmd)
		if err != nil {
			return nil, err
		}
		asker.Declared = declared.Of
	}
	return q.ask(asker, args)
}

func (a *asking) diff(cmd *cobra.Command, args []string, now time.Time) (*accessquery.Answer, error) {
	switch {
	case len(a.also) > 0:
		return nil, errors.New("--declared-by is about one state of a tenant: name another question than diff")
	case len(a.plans) > 0:
		if _, _, err := a.held(cmd); err != nil {
			return nil, err
		}
	case a.snapshot != "":
		return nil, errors.New("diff takes its two sources as arguments: omit --snapshot")
	}
	before, old, err := a.read(cmd, args[0])
	if err != nil {
		return nil, err
	}
	after, next, err := a.read(cmd, args[1])
	if err != nil {
		return nil, err
	}
	return accessquery.Diff(before, after, [2]string{old, next}, a.client, now), nil
}

// read reads the facts of a snapshot, or of the service, and returns the name of the source.
func (a *asking) read(cmd *cobra.Command, source string) (*tenant.Facts, string, error) {
	switch {
	case source == plannedSource && a.planned != nil:
		return a.planned.after, a.source() + " after " + strings.Join(a.plans, ", "), nil
	case source == a.source() && a.planned != nil:
		return a.planned.before, source, nil
	case source == serviceSource:
		return a.ask(cmd)
	}
	content, err := input.ReadSnapshot(source)
	if err != nil {
		return nil, "", err
	}
	t, err := tenant.Decode(content, a.service)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", source, err)
	}
	switch {
	case a.client == "":
		return t, source, nil
	case !slices.Contains(t.Clients, a.client):
		return nil, "", fmt.Errorf("--client %s: name one of the clients in %s: %s", a.client, source, strings.Join(t.Clients, ", "))
	}
	return t.Of(a.client), source, nil
}

// ask reads the facts from the service, and returns them with its address.
func (a *asking) ask(cmd *cobra.Command) (t *tenant.Facts, address string, err error) {
	opened, err := openClient(cmd.Context(), &a.client)
	if err != nil {
		return nil, "", err
	}
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	t, err = tenant.ReadFacts(cmd.Context(), opened.API, a.service, tenant.Options{Client: a.client, Progress: bar.step})
	if errors.Is(cmd.Context().Err(), context.Canceled) {
		err = errInterrupted
	}
	return t, opened.BaseURL, err
}

// seed takes a snapshot of the service and returns it with the address of the service.
func (a *asking) seed(cmd *cobra.Command) (seed []byte, address string, err error) {
	opened, err := openClient(cmd.Context(), &a.client)
	if err != nil {
		return nil, "", err
	}
	taken, err := take(cmd, opened, snapshot.Options{Client: a.client})
	if err != nil {
		return nil, "", err
	}
	seed, err = taken.Seed()
	return seed, opened.BaseURL, err
}

// write writes an answer in the requested form: an answer with rows has its own table.
func (a *asking) write(cmd *cobra.Command, result interface{ Document() report.Document }) (err error) {
	var b bytes.Buffer
	answer, isAnswer := result.(*accessquery.Answer)
	switch {
	case isAnswer && a.format == "csv":
		if a.file != "" {
			// Without the mark Excel reads the letters of a file in another encoding.
			b.WriteString("\ufeff")
		}
		err = answer.CSV(&b)
	case isAnswer && a.format == "table":
		err = answer.Text(&b)
	default:
		var content []byte
		content, err = new(output).render(strings.Replace(a.format, "table", formText, 1), 0, result.Document(), result)
		b.Write(content)
	}
	if err != nil {
		return err
	}
	return writeTo(cmd.OutOrStdout(), a.file, b.Bytes())
}

// lengthOf parses a duration in days, weeks, or the units of Go.
func lengthOf(text string) (time.Duration, error) {
	const day = 24 * time.Hour
	for suffix, unit := range map[string]time.Duration{"d": day, "w": 7 * day} {
		if number, ok := strings.CutSuffix(text, suffix); ok {
			if n, err := strconv.Atoi(number); err == nil && n >= 0 && n < 100_000 {
				return time.Duration(n) * unit, nil
			}
		}
	}
	length, err := time.ParseDuration(text)
	if err != nil || length < 0 {
		return 0, errors.New("not a length of time such as 30d, 4w or 12h")
	}
	return length, nil
}
