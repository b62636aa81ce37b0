package idmctl

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/spf13/cobra"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

// rehearsing holds the flags of the command.
type rehearsing struct {
	output
	cli                    plan.CLI
	dir, seed, permissions string
	digest                 string
	others                 bool
}

func newRehearseCommand() *cobra.Command {
	var r rehearsing
	cmd := &cobra.Command{
		Use:   "rehearse PLAN",
		Short: "Apply a saved plan to a copy of the service, and report the result",
		Long: `Apply a saved plan to a copy of the service, and report failures with their causes, the number of requests, and who gains and
loses access.

PLAN is a saved plan of Terraform or OpenTofu. Run the command in the folder and at the commit of the plan, or name the folder with
--dir. The copy is a snapshot: a file, or a new one. The command signs in with the variables IDM_….
The apply has the permissions of that caller, or those in a file of "idmctl snapshot --permissions-only" (--permissions).

The command copies the configuration, its modules and the state of the plan to a folder, and removes the folder afterwards, also after an
interruption. The CLI runs there without a login. The rehearsal overrides the address and the login of the provider, and verifies
this first. Only reads are sent to the service. Plans with other providers or provisioners are refused, because their effects are real.

Exit codes:
  0  the apply succeeds in the rehearsal
  1  there was no rehearsal: the plan cannot be read or is refused, the folder is not the one of the plan, or the service cannot be read
  2  the apply fails in the rehearsal; the report is also written`,
		Example: `  idmctl rehearse plan.tfplan
  idmctl rehearse plan.tfplan --snapshot acme.json --permissions apply.json`,
		Args: cobra.ExactArgs(1),
		RunE: r.run,
	}
	r.flags(cmd)
	flags := cmd.Flags()
	flags.Lookup("output").Usage = "format of the report: text, markdown, html, json"
	flags.Lookup("output").DefValue = "text"
	r.format = "text"
	flags.StringVar(&r.seed, "snapshot", "", "file of idmctl snapshot; without it a snapshot is taken now")
	flags.StringVar(&r.dir, "dir", "", "folder of the root module; by default the folder of the plan or the current one")
	flags.StringVar(&r.permissions, "permissions", "", "file of idmctl snapshot --permissions-only for the caller of the apply")
	flags.BoolVar(&r.others, "allow-other-providers", false, "run other providers and provisioners; their effects are real")
	flags.StringVar(&r.cli.Path, "cli", "", "terraform or tofu; without it the one in the PATH that made the plan")
	flags.StringVar(&r.digest, "expect-digest", "", "SHA-256 that the plan must have, in hexadecimal")
	return cmd
}

func (r *rehearsing) run(cmd *cobra.Command, files []string) error {
	if err := cmp.Or(r.check(), r.keeps(files...)); err != nil {
		return err
	}
	if r.seed != "" {
		if _, err := input.ReadSnapshot(r.seed); err != nil {
			return err
		}
	}
	reviewed := reviewing{cli: r.cli, digest: r.digest}
	reviewed.cli.Dir = folder(r.dir, files[0])
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
	content, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	result, err := rehearsal.Run(cmd.Context(), rehearsal.Options{
		Plan: files[0], Content: content, CLI: r.cli, Dir: reviewed.cli.Dir, Seed: seed, Token: token,
		Service: os.Getenv("IDM_BASE_URL"), OtherProviders: r.others, Progress: cmd.ErrOrStderr(),
	})
	switch {
	case err != nil:
		return err
	case result.Digest != p.Digest:
		return fmt.Errorf("%s was changed while it was rehearsed: rehearse it again", files[0])
	}
	result.Copy = *copied
	return r.report(cmd, files, result)
}

// untilHangup ends a rehearsal cleanly when its terminal closes, unless the process ignores that
// signal.
func untilHangup(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return ctx, func() {}
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

func (r *rehearsing) report(cmd *cobra.Command, files []string, result *rehearsal.Result) error {
	if err := r.write(cmd.OutOrStdout(), result.Document(), result); err != nil {
		return err
	}
	if err := r.findings.write(cmd, folders(r.dir, files...), result.ToolFindings()); err != nil {
		return err
	}
	if result.GoesThrough() {
		return nil
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "The apply fails in the rehearsal.")
	return &finding{what: "the apply fails in the rehearsal"}
}
