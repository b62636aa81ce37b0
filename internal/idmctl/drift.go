package idmctl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// lockTimeout is the maximum time that a scheduled run waits for the state lock of an apply.
const lockTimeout = 5 * time.Minute

type driftOptions struct {
	output
	cli         string
	lockTimeout time.Duration
	also        []string
	// accept and writeAccepted are files with accepted objects, and accepted is the content of the
	// first one; nil without it.
	accept, writeAccepted string
	accepted              *drift.Accepted
	policy                string
	within                string
	failOnEnd             bool
	since                 string
}

// drifted is the JSON of a drift report.
type drifted struct {
	*drift.Report
	Invariants *policy.Report `json:"invariants,omitempty"`
}

func newDriftCommand() *cobra.Command {
	var o driftOptions
	cmd := &cobra.Command{
		Use:   "drift [DIR or PLAN]…",
		Short: "Report undeclared access, manual changes, and unmanaged objects",
		Long: `Report undeclared access, manual changes with their time, and unmanaged objects.

Without an argument, or with a folder, Terraform or OpenTofu plans the configuration there. With a saved plan or its
JSON, the command reads the plan. With the provider's variables IDM_… it reads the time of each change from the service.
Give the folders or plans of all states of a tenant for one report.

The report begins with undeclared grants of managed profiles and users, by person, and undeclared roles of managed
enterprise roles. Add the plans of other configurations that share these with --also.

Objects that no state contains are findings unless the file of --accept lists them. --write-accepted writes this file.

--since compares the service with a snapshot instead: who gained and lost what, and which objects changed.

Exit codes: 0 no drift; 1 an error, or no drift was found in an incomplete search; 2 drift, undeclared access, access that
only an apply takes, unmanaged objects, with --policy a broken invariant, with --fail-on-expiry a validity that ends.`,
		Example: `  idmctl drift
  idmctl drift --write-accepted accepted.yaml
  idmctl drift environments/prod --accept accepted.yaml --output html --out drift.html
  idmctl drift --since monday.json
  idmctl drift tenant.plan --output json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.since != "" {
				return o.changes(cmd, args)
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			return o.run(cmd, args)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.cli, "cli", "", "terraform or tofu to use; without it the first of them in the PATH")
	cmd.Flags().DurationVar(&o.lockTimeout, "lock-timeout", lockTimeout, "how long to wait for the lock of the state, with DIR")
	cmd.Flags().StringVar(&o.within, "expires-within", "0d",
		"also list declared grants, profiles, users and other objects that end within a time: 30d, 4w, 12h; ended ones are always listed")
	cmd.Flags().BoolVar(&o.failOnEnd, "fail-on-expiry", false,
		"exit with 2 if a declared validity has ended or ends within --expires-within")
	cmd.Flags().StringVar(&o.policy, "policy", "", "policy file whose invariants must hold for the tenant now; needs a login")
	cmd.Flags().StringVar(&o.accept, "accept", "", "file with the objects that you know and do not manage")
	cmd.Flags().StringVar(&o.writeAccepted, "write-accepted", "",
		"write all objects that no state contains to this file, for --accept; needs a login")
	cmd.Flags().StringVar(&o.since, "since", "",
		"file of idmctl snapshot: report what changed in the service since then, without a plan; needs a login")
	for _, other := range []string{"accept", "write-accepted", "also", "policy", "cli", "lock-timeout", "expires-within",
		"fail-on-expiry"} {
		defer cmd.MarkFlagsMutuallyExclusive("since", other)
	}
	cmd.Flags().StringArrayVar(&o.also,
		"also", nil, "plan of another configuration, saved or as JSON, whose objects are managed, too; may be repeated")
	return cmd
}

func (o *driftOptions) run(cmd *cobra.Command, sources []string) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	if err := o.check(); err != nil {
		return err
	}
	if err := o.readable(); err != nil {
		return err
	}
	within, err := lengthOf(o.within)
	if err != nil {
		return fmt.Errorf("--expires-within %s: %w", o.within, err)
	}
	opened, err := connection.Open("idmctl")
	switch {
	case err != nil && !nothingSet(err):
		return err
	case err != nil && o.writeAccepted != "":
		return fmt.Errorf("--write-accepted asks the service for the objects: set IDM_BASE_URL and a login. %w", err)
	}
	var service *drift.Service
	if opened != nil {
		service = &drift.Service{API: opened.API, Address: opened.BaseURL}
	}
	r, err := o.report(ctx, sources, opened, service, stderr)
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: no report was written")
	case err != nil:
		return err
	}
	r.FindEnding(within, time.Now())
	invariants, err := decideNow(cmd, o.policy)
	if err != nil {
		return err
	}
	if err := o.saveAccepted(r); err != nil {
		return err
	}
	document := withInvariants(r.Document(), invariants)
	if err := o.write(cmd.OutOrStdout(), document, drifted{r, invariants}); err != nil {
		return err
	}
	if err := o.findings.write(cmd, folders("", sources...), invariants.AddTo(r.ToolFindings(o.failOnEnd))); err != nil {
		return err
	}
	if _, width := o.form(cmd.OutOrStdout()); width > 0 {
		// The report on the terminal already contains it.
		stderr = io.Discard
	}
	return o.verdict(stderr, r, document, broken(cmd, invariants))
}

// verdict returns the error with the exit code of a report.
func (o *driftOptions) verdict(stderr io.Writer, r *drift.Report, document report.Document, violated error) error {
	switch {
	case r.Found():
		fmt.Fprintln(stderr, document.Lead)
		if len(r.NotSeen) > 0 {
			fmt.Fprintln(stderr, "A part was not searched: "+strings.Join(r.NotSeen, "; "))
		}
		return &finding{what: "drift"}
	case violated != nil:
		return violated
	case o.failOnEnd && len(r.Ending) > 0:
		fmt.Fprintln(stderr, document.Lead)
		return &finding{what: "a declared validity ends"}
	case len(r.NotSeen) > 0:
		return fmt.Errorf("no drift was found, but a part of the tenant could not be read or was not searched: %s",
			strings.Join(r.NotSeen, "; "))
	}
	return nil
}

// nothingSet reports whether no login is configured. A report needs none.
func nothingSet(err error) bool {
	var settings connection.SettingsError
	return errors.As(err, &settings) && settings.NothingSet()
}

// report reports on the given plans, and on plans that the CLI makes of folders and that are stored
// in a temporary folder.
func (o *driftOptions) report(ctx context.Context, sources []string, opened *connection.Connection, service *drift.Service,
	stderr io.Writer) (*drift.Report, error) {
	scratch, err := os.MkdirTemp("", "idmctl-drift-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	names, err := plan.Names(sources)
	if err != nil {
		return nil, err
	}
	titles, parts := make([]string, len(sources)), make([]plan.Part, len(sources))
	for i, source := range sources {
		titles[i], parts[i].Name = title(source), names[i]
		if parts[i].Plan, err = o.plan(ctx, source, names[i], filepath.Join(scratch, strconv.Itoa(i)), stderr); err != nil {
			return nil, err
		}
	}
	joined, err := plan.Join(parts)
	if err != nil {
		return nil, err
	}
	slices.Sort(titles)
	r := drift.New(strings.Join(titles, ", "), joined)
	var others []*plan.Plan
	for _, file := range o.also {
		other, err := plan.Read(ctx, file, plan.CLI{Path: o.cli})
		if err != nil {
			return nil, err
		}
		others = append(others, other)
	}
	steps, client := newProgress(stderr), ""
	if opened != nil {
		client = opened.ClientExtID
	}
	err = r.Search(ctx, others, service, client, o.accepted, steps.step)
	steps.end()
	return r, err
}

// plan reads a plan. For a folder it runs the CLI and keeps the plan in file until the report is
// complete.
func (o *driftOptions) plan(ctx context.Context, source, part, file string, stderr io.Writer) (*plan.Plan, error) {
	cli := plan.CLI{Path: o.cli, Part: part}
	if source == input.Standard {
		return plan.Read(ctx, source, cli)
	}
	about, err := os.Stat(source)
	if err != nil {
		return nil, fmt.Errorf("%s: no such folder or plan; correct the path", source)
	}
	if !about.IsDir() {
		return plan.Read(ctx, source, cli)
	}
	fmt.Fprintf(stderr, "Planning %s …\n", title(source))
	program, err := drift.Refresh(ctx, source, file, cli, o.lockTimeout)
	if err != nil {
		return nil, err
	}
	cli.Path, cli.Dir = program, source
	p, err := plan.Read(ctx, file, cli)
	if err != nil {
		// Show the user's folder instead of the temporary file.
		return nil, errors.New(strings.ReplaceAll(err.Error(), file, source))
	}
	return p, nil
}

// readable reads the accepted objects and checks the policy before any other work.
func (o *driftOptions) readable() error {
	if o.policy != "" {
		if _, err := policy.Parse(o.policy); err != nil {
			return err
		}
	}
	if o.accept == "" {
		return nil
	}
	var err error
	o.accepted, err = drift.ReadAccepted(o.accept)
	return err
}

// saveAccepted writes the file of --write-accepted, which only its owner can read.
func (o *driftOptions) saveAccepted(r *drift.Report) error {
	if o.writeAccepted == "" {
		return nil
	}
	content, err := r.Accept()
	if err != nil {
		return fmt.Errorf("--write-accepted: %w", err)
	}
	return writeFile(o.writeAccepted, content)
}

// title returns a path instead of a dot.
func title(source string) string {
	if source == input.Standard {
		return "standard input"
	}
	if cleaned := filepath.Clean(source); cleaned != "." && cleaned != ".." {
		return source
	}
	absolute, err := filepath.Abs(source)
	if err != nil {
		return source
	}
	return filepath.Base(absolute)
}
