package idmctl

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/codehost"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// The folders of a job: the plan of another job, and the files that the pipeline keeps.
const (
	pipelineIn  = "in"
	pipelineOut = "out"
)

// digestFile contains the digest of the reviewed plan, and reviewedFile its name.
const (
	digestFile   = pipelineOut + "/digest"
	reviewedFile = pipelineOut + "/reviewed"
)

const pipelineHelp = `Run a step of the pipelines in examples/pipelines. The guide Pipelines describes them.

Rules are flags. A step reads these variables:
  CLI           terraform (default) or tofu
  TENANT        folder of the configuration; default tenant
  LOCK_TIMEOUT  time to wait for the lock of the state; default 10m
  LABEL         label of the drift issue; default idm-drift
  GROUPS_TOKEN  token that may read the members of groups

Exit codes are the ones of idmctl review; a refused plan is an error.`

// newPipelineCommand contains the steps in the order of a pipeline. Security-relevant settings are
// flags, because people who may start a job may also set its variables.
func newPipelineCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "pipeline", Short: "Run a step of a pipeline on GitHub or GitLab", Long: pipelineHelp}
	for _, step := range []struct {
		name, short string
		flags       func(*pipelineStep, *pflag.FlagSet)
		run         func(*pipelineStep) error
	}{
		{"plan", "Plan the tenant", nil, (*pipelineStep).plan},
		{"rehearse", "Apply the plan to a copy of the tenant", nil, (*pipelineStep).rehearse},
		{"request", "Find the request of the plan, and refuse any other plan", (*pipelineStep).branchFlag, (*pipelineStep).request},
		{"review", "Review the plan, and post the review to the request", (*pipelineStep).reviewFlags, (*pipelineStep).review},
		{"approved", "Find the reviewed plan of this commit, and check its approvals", (*pipelineStep).approvalFlags,
			(*pipelineStep).approved},
		{"apply", "Apply the reviewed plan, or nothing", nil, (*pipelineStep).apply},
		{"drift", "Look for drift, and maintain one issue about it", nil, (*pipelineStep).drift},
	} {
		s := new(pipelineStep)
		sub := &cobra.Command{Use: step.name, Short: step.short, Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				if err := s.prepare(cmd); err != nil {
					return err
				}
				return step.run(s)
			}}
		if step.flags != nil {
			step.flags(s, sub.Flags())
		}
		cmd.AddCommand(sub)
	}
	return cmd
}

// pipelineStep is a step with the settings of its job.
type pipelineStep struct {
	cmd         *cobra.Command
	ctx         context.Context //nolint:containedctx // a step lives as long as its command
	cli, tenant string
	settings    codehost.Settings
	rules       reviewRules
}

// reviewRules contains the settings that make a review fail.
type reviewRules struct {
	policy, failOn, services, backend, providers string
	losses                                       int
}

func (s *pipelineStep) branchFlag(flags *pflag.FlagSet) {
	flags.StringVar(&s.settings.Branch, "branch", "main", "applied branch")
}

func (s *pipelineStep) approvalFlags(flags *pflag.FlagSet) {
	s.branchFlag(flags)
	flags.IntVar(&s.settings.Approvals, "approvals", 1, "approvals of a plan that gives access")
}

func (s *pipelineStep) reviewFlags(flags *pflag.FlagSet) {
	s.approvalFlags(flags)
	flags.StringVar(&s.rules.policy, "policy", "policy.hcl", "policy file of the review")
	flags.StringVar(&s.rules.failOn, "fail-on",
		"gain.global,unit.delete,loss.many,service.address,outside.provisioner,incomplete.errored,incomplete.not-understood",
		"rules that no approval overrides")
	flags.IntVar(&s.rules.losses, "max-losses", review.MaxLosses, "limit of the rule loss.many, as in idmctl review")
	flags.StringVar(&s.rules.services, "service", "", "addresses that a plan may call; default IDM_BASE_URL")
	flags.StringVar(&s.rules.backend, "allow-backend", "", "backend of the state, as the review shows it")
	flags.StringVar(&s.rules.providers, "allow-provider", "", "other providers that a plan may use")
}

// commentLength limits a report in a comment or an issue, and leaves room for the pipeline's own
// text.
const commentLength = 64_000

func setting(name, otherwise string) string { return cmp.Or(os.Getenv(name), otherwise) }

// prepare reads the variables of the job.
func (s *pipelineStep) prepare(cmd *cobra.Command) error {
	if image := os.Getenv("CI_JOB_IMAGE"); image != "" && !strings.Contains(image, "@sha256:") {
		return fmt.Errorf("a tag can be moved to another image: name the image %s by its digest", image)
	}
	if s.settings.Approvals < 0 {
		return errors.New("--approvals cannot be negative: name a number of people")
	}
	s.cmd, s.ctx, s.cli, s.tenant = cmd, cmd.Context(), setting("CLI", "terraform"), setting("TENANT", "tenant")
	s.settings.Request = setting("PULL_REQUEST", os.Getenv("CI_MERGE_REQUEST_IID"))
	return nil
}

func (s *pipelineStep) say(format string, values ...any) {
	fmt.Fprintf(s.cmd.ErrOrStderr(), format+"\n", values...)
}

// idmctl runs another command of this program, and returns its exit code.
func (s *pipelineStep) idmctl(arguments ...string) (int, error) {
	return run(s.ctx, s.cmd.Root().Version, arguments, s.cmd.OutOrStdout(), s.cmd.ErrOrStderr())
}

// emptied creates an empty folder, so that a plan in the repository is never used.
func emptied(folder string) error {
	return cmp.Or(os.RemoveAll(folder), os.Mkdir(folder, 0o700))
}

func digestOf(file string) (string, error) {
	content, err := os.ReadFile(file)
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:]), err
}

// passOn passes a value to the following steps of a GitHub job.
func passOn(name, value string) error {
	if strings.ContainsAny(value, "\r\n") {
		return fmt.Errorf("the value of %s has several lines: run the step again", name)
	}
	return appendTo("GITHUB_OUTPUT", name+"="+value+"\n")
}

// summarize adds a text to the summary of the run on GitHub.
func summarize(text []byte) error { return appendTo("GITHUB_STEP_SUMMARY", string(text)) }

func appendTo(variable, text string) error {
	name := os.Getenv(variable)
	if name == "" {
		return nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, text)
	return cmp.Or(err, file.Close())
}

// markOf splits a report into its hidden first line and the rest. It adds the tenant's folder to
// the first line, which identifies the comment or issue of the report.
func (s *pipelineStep) markOf(report []byte) (mark string, rest []byte, err error) {
	first, rest, _ := bytes.Cut(report, []byte("\n"))
	if !bytes.HasPrefix(first, []byte("<!-- ")) || !bytes.HasSuffix(first, []byte(" -->")) {
		return "", nil, errors.New("the report lacks its marker line: run the command again")
	}
	return strings.TrimSuffix(string(first), " -->") + " of " + s.tenant + " -->", rest, nil
}
