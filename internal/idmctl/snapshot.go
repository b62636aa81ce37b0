package idmctl

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// snapshotToken is the administrator's token in a simulator that starts with a snapshot.
const snapshotToken = "snapshot-admin-token"

// taking holds the flags of the command.
type taking struct {
	client, out, output string
	others, units       []string
	credentials         bool
	pseudonyms, extIDs  bool
	keyFile             string
	keep                []string
	force               bool
	permissions         bool
}

func newSnapshotCommand() *cobra.Command {
	var s taking
	cmd := &cobra.Command{
		Use:   "snapshot",
		Short: "Copy an existing tenant to a seed of the simulator",
		Long: `Copy an existing tenant to a seed of the simulator: idmctl simulate --seed FILE then serves the copy.

It signs in with the provider's variables IDM_…; permissions to read are enough. It lists unreadable
objects; those that others refer to are in the file with their external ID only. The file contains no login, no secret and no
value of a property that is or may be encrypted, and only its owner may read it. In the simulator, the token
` + snapshotToken + ` has all permissions.

With --pseudonyms every text is replaced by an invented one, except keywords, times, and names of properties; --keep adds fields that
are harmless in your tenant. External IDs stay, and may contain names: --pseudonym-ids replaces all but those of clients. The key
of the pseudonyms is random, or in the file of --pseudonym-key: keep it secret.

Exit codes: 0 everything was read; 1 an error, nothing is written; 2 unreadable objects, the file contains the rest.`,
		Example: `  idmctl snapshot --client acme --out acme.json
  idmctl snapshot --client acme --pseudonyms --keep roles.name,applications.name --out acme-public.json
  idmctl snapshot --permissions-only --out apply.json
  idmctl simulate --seed acme.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&s.client, "client", "", "external ID of the client (tenant); IDM_CLIENT_EXT_ID by default")
	flags.StringSliceVar(&s.others, "also", nil, "external IDs of further clients, separated by commas")
	flags.StringSliceVar(&s.units, "unit", nil,
		"external IDs of units in trees without a profile, separated by commas: the service has no list of all units")
	flags.StringVar(&s.out, "out", "", "file to write to")
	flags.BoolVar(&s.force, "force", false, "replace the file if it exists")
	flags.BoolVar(&s.pseudonyms, "pseudonyms", false, "replace every text by an invented one")
	flags.StringSliceVar(&s.keep, "keep", nil,
		"fields that --pseudonyms keeps, separated by commas, each as ARRAY.FIELD of the file, such as units.name")
	flags.BoolVar(&s.extIDs, "pseudonym-ids", false, "also replace the external IDs, except those of clients; implies --pseudonyms")
	flags.StringVar(&s.keyFile, "pseudonym-key", "",
		"file with the key of the pseudonyms, created on first use: the same key gives the same names; implies --pseudonyms")
	flags.BoolVar(&s.permissions, "permissions-only", false,
		"copy nothing but the permissions and visible clients of the caller, for idmctl rehearse --permissions; the file is not secret")
	flags.BoolVar(&s.credentials, "credentials", false, "also copy the credentials of the users, without their secrets")
	flags.StringVar(&s.output, "output", "text", "format of the summary: text or json")
	choices(cmd, "output", summaryForms)
	return cmd
}

func (s *taking) run(cmd *cobra.Command) error {
	if s.out == "" && !s.permissions {
		return errors.New("name the file to write to with --out")
	}
	if err := oneOf("output", s.output, summaryForms); err != nil {
		return err
	}
	if there, err := os.Stat(s.out); err == nil && there.Mode().IsRegular() && there.Size() > 0 && !s.force {
		return fmt.Errorf("--out %s: the file exists: name another one, or replace it with --force", s.out)
	}
	service, err := connection.Open("idmctl")
	if err != nil {
		return err
	}
	if s.permissions {
		caller, err := ask(cmd.Context(), service)
		if err != nil {
			return err
		}
		return writeJSON(cmd.OutOrStdout(), s.out, caller)
	}
	if s.client == "" {
		s.client = service.ClientExtID
	}
	if s.client == "" {
		return errors.New("name the client to copy with --client, or in IDM_CLIENT_EXT_ID")
	}
	taken, err := take(cmd, service, snapshot.Options{
		Client: s.client, Others: s.others, Units: map[string][]string{s.client: s.units}, Credentials: s.credentials,
	})
	if err != nil {
		return err
	}
	summary := newTaken(s.out, taken, service)
	if summary.Pseudonyms, err = s.pseudonymize(taken); err != nil {
		return err
	}
	taken.AllowCaller(snapshotToken, []string{"*"}, []string{"*"})
	if err := store(taken, s.out); err != nil {
		return err
	}
	return summary.print(cmd, s.output)
}

// take takes a snapshot, which records its service and its time, and shows the progress.
func take(cmd *cobra.Command, service *connection.Connection, o snapshot.Options) (*snapshot.Snapshot, error) {
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	o.Progress = bar.step
	taken, err := snapshot.Take(cmd.Context(), service.API, o)
	switch {
	case cmd.Context().Err() != nil:
		return nil, errInterrupted
	case err != nil:
		return nil, err
	}
	taken.Address, taken.Time = plan.NormalizeAddress(service.BaseURL), time.Now().UTC().Truncate(time.Second)
	return taken, nil
}

var errInterrupted = errors.New("interrupted; nothing was written")

// pseudonymize replaces the texts of a snapshot; it returns nil without the flag.
func (s *taking) pseudonymize(taken *snapshot.Snapshot) (*snapshot.Pseudonyms, error) {
	if !s.pseudonyms && !s.extIDs && s.keyFile == "" && len(s.keep) == 0 {
		return nil, nil //nolint:nilnil // no pseudonyms
	}
	key, err := s.pseudonymKey()
	if err != nil {
		return nil, err
	}
	replaced, err := taken.Pseudonymize(key, s.extIDs, s.keep)
	return &replaced, err
}

// newKeyLength is the length of a new key in bytes.
const newKeyLength = 32

// pseudonymKey returns the key in the file. If the file does not exist, it creates a key and writes
// it to the file, if one is named.
func (s *taking) pseudonymKey() ([]byte, error) {
	if s.keyFile != "" {
		switch text, err := os.ReadFile(s.keyFile); {
		case err == nil:
			key, err := hex.DecodeString(strings.TrimSpace(string(text)))
			if err != nil || len(key) < snapshot.KeyLength {
				return nil, fmt.Errorf("--pseudonym-key %s: the file does not contain a key: give one with at least %d hexadecimal digits",
					s.keyFile, 2*snapshot.KeyLength)
			}
			return key, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("--pseudonym-key: the file cannot be read: name another one: %w", err)
		}
	}
	key := make([]byte, newKeyLength)
	_, _ = rand.Read(key) // it never fails
	if s.keyFile == "" {
		return key, nil
	}
	file, err := os.OpenFile(s.keyFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("--pseudonym-key: no file can be created: name one in an existing folder: %w", err)
	}
	_, err = file.WriteString(hex.EncodeToString(key) + "\n")
	return key, errors.Join(err, file.Close())
}

// store checks that the simulator accepts a snapshot, and writes it to a file that only its owner
// can read.
func store(taken *snapshot.Snapshot, file string) error {
	seed, err := taken.Seed()
	if err != nil {
		return err
	}
	server, err := sim.New(sim.Options{Seed: seed})
	if err != nil {
		return fmt.Errorf("the simulator cannot start with the snapshot: %w", err)
	}
	if err := server.Close(); err != nil {
		return err
	}
	return writeFile(file, seed)
}

// takenSummary lists the content of a snapshot.
type takenSummary struct {
	File         string               `json:"file"`
	Clients      []string             `json:"clients"`
	Objects      []snapshot.Count     `json:"objects"`
	Requests     int                  `json:"requests"`
	Quirks       []snapshot.Quirk     `json:"quirks"`
	Placeholders []string             `json:"placeholders"`
	Withheld     int                  `json:"withheld"`
	Pseudonyms   *snapshot.Pseudonyms `json:"pseudonyms,omitempty"`
	Notes        []string             `json:"notes"`
	Missing      []snapshot.Missing   `json:"missing"`
}

// listed makes JSON encode an empty list as an array.
func listed[T any](all []T) []T { return append([]T{}, all...) }

func newTaken(file string, taken *snapshot.Snapshot, service *connection.Connection) *takenSummary {
	summary := &takenSummary{
		File: file, Clients: listed(taken.Clients), Objects: listed(taken.Counts()), Quirks: listed(taken.Quirks),
		Placeholders: listed(taken.Placeholders), Withheld: taken.Withheld, Notes: listed(taken.Notes), Missing: listed(taken.Missing),
	}
	for _, count := range service.API.Statistics().Requests {
		summary.Requests += count
	}
	return summary
}

func (s *takenSummary) print(cmd *cobra.Command, form string) error {
	out := cmd.OutOrStdout()
	if form == "json" {
		if err := writeJSON(out, "", s); err != nil {
			return err
		}
	} else {
		s.text(out)
	}
	if len(s.Missing) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "The snapshot %s is not complete: the summary lists the missing parts and the reasons.\n", s.File)
		return &finding{what: "something could not be read"}
	}
	return nil
}

func (s *takenSummary) text(out io.Writer) {
	fmt.Fprintf(out, "Copied client %s to %s\n\n", enumerate(s.Clients), s.File)
	for _, count := range s.Objects {
		fmt.Fprintf(out, "  %-38s %6d\n", count.Kind, count.Count)
	}
	fmt.Fprintf(out, "\nSent %s, all of them reads.\n", report.Count(s.Requests, "request"))
	for _, quirk := range s.Quirks {
		fmt.Fprintf(out, "Quirk %s: %s.\n", quirk.Name, quirk.Reason)
	}
	if s.Withheld > 0 {
		fmt.Fprintf(out, "Left out, because they are or may be secrets: %s of properties.\n", report.Count(s.Withheld, "value"))
	}
	if len(s.Placeholders) > 0 {
		fmt.Fprintf(out, "With their external IDs only, because they could not be read: %s.\n", enumerate(s.Placeholders))
	}
	s.printPseudonyms(out)
	for _, note := range s.Notes {
		fmt.Fprintf(out, "%s\n", report.Clean(note))
	}
	if len(s.Missing) == 0 {
		fmt.Fprintf(out, "\nNext: idmctl simulate --seed %s, and IDM_TOKEN=%s to sign in to it.\n", s.File, snapshotToken)
		return
	}
	fmt.Fprint(out, "\nMissing:\n")
	for _, missing := range s.Missing {
		printMissing(out, missing.Missing)
	}
}

func (s *takenSummary) printPseudonyms(out io.Writer) {
	p := s.Pseudonyms
	if p == nil {
		fmt.Fprintf(out, "%s contains personal data: names, logins, addresses. Only you may read it; --pseudonyms replaces them.\n", s.File)
		return
	}
	fmt.Fprintf(out, "People with invented names: %d.\n", p.People)
	if p.ExtIDs > 0 {
		fmt.Fprintf(out, "Replaced external IDs: %d. A configuration with them does not match the copy.\n", p.ExtIDs)
		return
	}
	fmt.Fprintln(out, "External IDs are those of the tenant: if they contain names, --pseudonym-ids replaces them.")
}

func printMissing(out io.Writer, missing tenant.Missing) {
	fmt.Fprintf(out, "- %s %s: %s. %s.\n", missing.What, enumerate(missing.ExtIDs), report.Clean(strings.TrimRight(missing.Reason, ".")),
		missing.WayOut)
}
