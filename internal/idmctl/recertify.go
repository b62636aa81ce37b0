package idmctl

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/recertify"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

func newRecertifyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recertify",
		Short: "Review all access in a campaign, and prove the outcome",
		Long: `Review all access in a campaign, and prove the outcome.

open writes a table for each owner, and a page that saves it. The owners decide: keep, revoke, or until and the last day.
merge writes the decisions to the configuration. prove compares them with the plan, and writes the evidence.`,
	}
	cmd.AddCommand(newRecertifyOpenCommand(), newRecertifyMergeCommand(), newRecertifyProveCommand())
	return cmd
}

func newRecertifyOpenCommand() *cobra.Command {
	var a asking
	var c recertify.Campaign
	cmd := &cobra.Command{
		Use:   "open FOLDER",
		Short: "Open a campaign: a table and a page for each owner, with the grants to decide on",
		Long: `Open a campaign in a new folder: a table with the grants to decide on for each owner, and an offline page that saves it.
The folder gets a copy of the snapshot, with personal data.

Exit codes: 0 the campaign is open; 1 an error; 2 it is open, and part of the tenant is unread.`,
		Example: `  idmctl recertify open 2027-q1 --by unit
  idmctl recertify open 2027-q1 --by application --snapshot acme.json --undecided revoke`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return openCampaign(cmd, &a, c, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&c.By, "by", recertify.ByUnit, "one file for each: "+strings.Join(recertify.Owners, ", "))
	flags.StringVar(&c.Undecided, "undecided", recertify.Keep, "what happens to entries without a decision: keep or revoke")
	flags.StringVar(&c.Zone, "zone", "", "time zone of the last days; UTC by default")
	flags.StringVar(&a.snapshot, "snapshot", "", "file of idmctl snapshot; without it the service is read")
	flags.StringVar(&a.client, "client", "", "external ID of the client (tenant); without it IDM_CLIENT_EXT_ID, or all of the snapshot")
	return cmd
}

// undecided are the values of the flag for entries without a decision.
var undecided = []string{recertify.Keep, recertify.Revoke}

func openCampaign(cmd *cobra.Command, a *asking, c recertify.Campaign, folder string) error {
	if err := cmp.Or(oneOf("by", c.By, recertify.Owners), oneOf("undecided", c.Undecided, undecided)); err != nil {
		return err
	}
	if _, err := sheet.Zone(cmp.Or(c.Zone, "UTC")); err != nil {
		return fmt.Errorf("--zone: %w", err)
	}
	if _, err := os.Lstat(folder); err == nil {
		return fmt.Errorf("%s exists already: name a new folder", folder)
	}
	var content []byte
	var err error
	if a.snapshot == "" {
		content, c.Source, err = a.seed(cmd)
	} else {
		c.Source = a.snapshot
		content, err = input.ReadSnapshot(a.snapshot)
	}
	if err != nil {
		return err
	}
	c.Client, c.Opened = a.client, time.Now().UTC().Truncate(time.Second)
	files, err := recertify.Open(c, content)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Source, err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return err
		}
	}
	t, err := tenant.Decode(content, "")
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Opened %s with %s by %s. Without a decision: %s.\n", folder,
		report.Count(len(files)/2-1, "owner"), c.By, c.Undecided)
	if len(t.Gaps) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "A part of the tenant could not be read, and is not reviewed: "+strings.Join(t.Gaps, "; "))
		return &finding{what: "a part of the tenant could not be read"}
	}
	return nil
}

func newRecertifyMergeCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "merge FOLDER",
		Short: "Write the decisions of a campaign to the configuration",
		Long: `Write the decisions of a campaign to the configuration.

In the layout data, a decision becomes an exception of the person, in exceptions.yaml. Decisions about grants that no row of people.csv
declares are listed for you to write. If a file of the campaign is not valid, nothing is written.

Exit codes: 0 every decision is written; 1 an error, and nothing was written; 2 some decisions must be applied by hand.`,
		Example: `  idmctl recertify merge 2027-q1 --dir tenant`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return mergeCampaign(cmd, args[0], dir) },
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "folder of the configuration")
	return cmd
}

func mergeCampaign(cmd *cobra.Command, folder, dir string) error {
	decided, err := recertify.Read(folder, time.Now())
	if err != nil {
		return fmt.Errorf("nothing was written: %w", err)
	}
	edited, rest, err := recertify.Merge(dir, decided.Decisions)
	if err != nil {
		return fmt.Errorf("nothing was written: %w", err)
	}
	merged, err := recertify.ReadMerged(folder)
	if err != nil {
		return fmt.Errorf("nothing was written: %w", err)
	}
	out := cmd.OutOrStdout()
	for _, name := range slices.Sorted(maps.Keys(edited)) {
		if err := editFile(name, edited[name]); err != nil {
			return err
		}
		fmt.Fprintln(out, "Changed: "+name)
	}
	if err := merged.Add(folder, decided.Decisions, rest); err != nil {
		return err
	}
	rest = slices.DeleteFunc(rest, merged.Has)
	for _, d := range rest {
		do := "revoke " + d.ID
		if d.Verdict == recertify.Until {
			do = fmt.Sprintf("end %s at %s", d.ID, d.Last.Format(time.RFC3339))
		}
		fmt.Fprintln(out, "By hand: "+do+": no row of people.csv declares it; recertify prove compares the plan")
	}
	if len(rest) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "Decisions to carry out manually: %d\n", len(rest))
		return &finding{what: "some decisions are left"}
	}
	return nil
}

func newRecertifyProveCommand() *cobra.Command {
	var file, cli string
	var source string
	cmd := &cobra.Command{
		Use:   "prove FOLDER",
		Short: "Compare a plan with the decisions of a campaign, and write the evidence",
		Long: `Compare a plan with the decisions of a campaign, and write the evidence: the SHA-256 of the snapshot, of the files with the decisions
and of the plan, and every difference. The plan must revoke exactly the rejected entries, end the limited ones at their day, and leave
all others as they are.

Exit codes: 0 the plan matches the decisions; 1 an error; 2 it does not, and the evidence lists the differences.`,
		Example: `  idmctl recertify prove 2027-q1 --plan tenant.tfplan --out evidence.json`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return proveCampaign(cmd, args[0], source, cli, file)
		},
	}
	cmd.Flags().StringVar(&source, "plan", "", "plan of the configuration after the merge, saved or as JSON")
	cmd.Flags().StringVar(&cli, "cli", "", "terraform or tofu that shows the plan; without it the first of them in the PATH")
	cmd.Flags().StringVar(&file, "out", "", "file to write the evidence to; standard output without it")
	return cmd
}

func proveCampaign(cmd *cobra.Command, folder, source, cli, file string) error {
	if source == "" {
		return errors.New("name the plan with --plan")
	}
	// Pass no time, because a date in the past was valid when the decision was made.
	decided, err := recertify.Read(folder, time.Time{})
	if err != nil {
		return err
	}
	p, err := plan.Read(cmd.Context(), source, plan.CLI{Path: cli})
	if err != nil {
		return err
	}
	p.At(os.Getenv("IDM_BASE_URL"))
	if tenant.Address(decided.Snapshot) == "" && os.Getenv("IDM_BASE_URL") == "" {
		return errors.New("the campaign does not record its service: set IDM_BASE_URL")
	}
	service, err := serviceOf(p, filepath.Join(folder, recertify.SnapshotFile))
	if err != nil {
		return err
	}
	held, err := tenant.Decode(decided.Snapshot, service)
	if err != nil {
		return err
	}
	states := statesAfter(p, held)
	compared := recertify.States{Before: states.before.Tenant, After: states.after.Tenant, Carried: states.carried.Tenant}
	evidence := decided.Prove(service, compared, p, time.Now())
	if err := writeJSON(cmd.OutOrStdout(), file, evidence); err != nil {
		return err
	}
	for _, difference := range evidence.Differences {
		fmt.Fprintln(cmd.ErrOrStderr(), difference)
	}
	if len(evidence.Differences) > 0 {
		return &finding{what: "the plan does not match the decisions"}
	}
	return nil
}
