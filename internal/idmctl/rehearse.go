package idmctl

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

// rehearsing holds the flags of the command.
type rehearsing struct {
	output
	cli                    plan.CLI
	dir, seed, permissions string
	digest, result         string
	latency                time.Duration
	others                 bool
	policy                 string
}

// rehearsed is the JSON of a rehearsal.
type rehearsed struct {
	*rehearsal.Result
	Invariants *policy.Report `json:"invariants,omitempty"`
}

func newRehearseCommand() *cobra.Command {
	var r rehearsing
	cmd := &cobra.Command{
		Use:   "rehearse PLAN…",
		Short: "Apply a saved plan to a copy of the service, and report the result",
		Long: `Apply a saved plan to a copy of the service, and report failures with their causes, the requests, the duration at a given latency, and
the access of each person afterwards, compared with the review of the plan.

PLAN is a saved plan of Terraform or OpenTofu. Run the command in the folder and at the commit of the plan, or name the folder with
--dir. Several plans are applied to one copy in the order of their dependencies; --dir then names the folder with their
folders. The copy is a snapshot: a file, or a new one. The command signs in with the variables IDM_….
The apply has the permissions of that caller, or those in a file of "idmctl snapshot --permissions-only" (--permissions).

The command copies the configuration, its modules and the state of the plan to a folder, and removes the folder afterwards, also after an
interruption. The CLI runs there without a login. The rehearsal overrides the address and the login of the provider, and verifies
this first. Only reads are sent to the service. Plans with other providers or provisioners are refused, because their effects are real.

Exit codes:
  0  the apply succeeds in the rehearsal
  1  there was no rehearsal: the plan cannot be read or is refused, the folder is not the one of the plan, or the service cannot be read
  2  the apply fails in the rehearsal; the report is also written`,
		Example: `  idmctl rehearse plan.tfplan
  idmctl rehearse plan.tfplan --snapshot acme.json --permissions apply.json --latency 80ms`,
		Args: cobra.MinimumNArgs(1),
		RunE: r.run,
	}
	r.flags(cmd)
	flags := cmd.Flags()
	flags.Lookup("output").Usage = "format of the report: text, markdown, html, json"
	flags.Lookup("output").DefValue = "text"
	r.format = "text"
	flags.StringVar(&r.seed, "snapshot", "", "file of idmctl snapshot; without it a snapshot is taken now")
	flags.StringVar(&r.dir, "dir", "", "folder of the root module; by default the folder of the plan or the current one")
	flags.StringVar(&r.policy, "policy", "", "policy file whose invariants must hold on the copy after the apply")
	flags.StringVar(&r.permissions, "permissions", "", "file of idmctl snapshot --permissions-only for the caller of the apply")
	flags.DurationVar(&r.latency, "latency", 0, "time that the copy waits before every response")
	flags.BoolVar(&r.others, "allow-other-providers", false, "run other providers and provisioners; their effects are real")
	flags.StringVar(&r.result,
		"result", "", "file of an earlier rehearsal of this plan in JSON: its report is written again, and nothing is rehearsed")
	flags.StringVar(&r.cli.Path, "cli", "", "terraform or tofu; without it the one in the PATH that made the plan")
	flags.StringVar(&r.digest, "expect-digest", "", "SHA-256 that the plan must have, in hexadecimal")
	return cmd
}

func (r *rehearsing) run(cmd *cobra.Command, files []string) error {
	if err := cmp.Or(r.check(), r.keeps(files...)); err != nil {
		return err
	}
	if r.result != "" {
		return r.again(cmd, files)
	}
	if err := r.readable(); err != nil {
		return err
	}
	reviewed := reviewing{cli: r.cli, digest: r.digest}
	reviewed.cli.Dir = r.dir
	if len(files) == 1 {
		reviewed.cli.Dir = folder(r.dir, files[0])
	}
	ctx, stop := untilHangup(cmd.Context())
	defer stop()
	cmd.SetContext(ctx)
	p, err := reviewed.read(ctx, files)
	if err != nil {
		return err
	}
	token := rand.Text()
	copied, seed, err := r.copy(cmd, p, token)
	if err != nil {
		return err
	}
	result, err := rehearsal.RunParts(cmd.Context(), rehearsal.Options{
		CLI: r.cli, Seed: seed, Token: token, Latency: r.latency,
		Service: os.Getenv("IDM_BASE_URL"), OtherProviders: r.others, Progress: cmd.ErrOrStderr(),
	}, p, folders(r.dir, files...))
	if err != nil {
		return err
	}
	result.Copy = *copied
	invariants, err := decideCopy(r.policy, seed, result.State, copied.Source)
	if err != nil {
		return err
	}
	return r.report(cmd, files, result, invariants)
}

// readable checks the snapshot and the policy before the rehearsal, which takes minutes.
func (r *rehearsing) readable() error {
	if r.seed != "" {
		if _, err := input.ReadSnapshot(r.seed); err != nil {
			return err
		}
	}
	if r.policy == "" {
		return nil
	}
	_, err := policy.Parse(r.policy)
	return err
}

// untilHangup ends a rehearsal cleanly when its terminal closes, unless the process ignores that
// signal.
func untilHangup(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return ctx, func() {}
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

// resultLimit limits the size of an earlier result.
const resultLimit = 64 << 20

// again writes the report of an earlier, untrusted rehearsal. Its content is treated as text, and
// it must belong to the given plan.
func (r *rehearsing) again(cmd *cobra.Command, files []string) error {
	var digests []string
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		digest := sha256.Sum256(content)
		digests = append(digests, hex.EncodeToString(digest[:]))
	}
	opened, err := os.Open(r.result)
	if err != nil {
		return err
	}
	defer opened.Close()
	var result rehearsal.Result
	if err := json.NewDecoder(io.LimitReader(opened, resultLimit)).Decode(&result); err != nil ||
		result.FormatVersion != rehearsal.Version {
		return fmt.Errorf("%s: it is not the JSON result of a rehearsal (--output json)", r.result)
	}
	if !strings.EqualFold(result.Digest, plan.DigestOf(digests)) {
		return fmt.Errorf("%s: it belongs to another plan: rehearse %s again", r.result, strings.Join(files, ", "))
	}
	return r.report(cmd, files, &result, nil)
}

func (r *rehearsing) report(cmd *cobra.Command, files []string, result *rehearsal.Result, invariants *policy.Report) error {
	data, document := rehearsed{result, invariants}, withInvariants(result.Document(), invariants)
	if err := r.write(cmd.OutOrStdout(), document, data); err != nil {
		return err
	}
	found := invariants.AddTo(result.ToolFindings())
	if err := r.findings.write(cmd, folders(r.dir, files...), found); err != nil {
		return err
	}
	if result.GoesThrough() {
		return broken(cmd, invariants)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "The apply fails in the rehearsal.")
	return &finding{what: "the apply fails in the rehearsal"}
}
