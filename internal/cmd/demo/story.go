package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// noraHelpdesk is the authorization that the demo widens manually.
const noraHelpdesk = "/core/v1/acme/profiles/p-nora-sales/authorizations/a-nora-helpdesk"

// reviewedPlan is the saved plan that creates the tenant.
const reviewedPlan = "reviewed.tfplan"

type story struct {
	settings
	out     io.Writer
	service service
	cli     *cli
	chapter int
}

func (s *story) tell(ctx context.Context) error {
	steps := []func(context.Context) error{
		s.introduce, s.configuration, s.initialize, s.plan, s.apply, s.planAgain, s.changeManually, s.detect, s.repair, s.verify, s.review,
		s.explore,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *story) begin(title, why string) {
	s.chapter++
	heading := fmt.Sprintf("%d. %s", s.chapter, title)
	fmt.Fprintf(s.out, "\n%s\n%s\n%s\n", heading, strings.Repeat("=", len(heading)), why)
}

func (s *story) introduce(ctx context.Context) error {
	version, err := s.cli.version(ctx)
	if err != nil {
		return err
	}
	s.begin("The service", `idmctl, the companion command, simulates the identity management service with a small demo tenant: the client
"acme" with a head office, a few people, applications and roles. The demo uses it like the real service.`)
	fmt.Fprintf(s.out, "\n$ idmctl simulate --listen 127.0.0.1:0 --seed demo\n\nlistening on %s\n", s.service.BaseURL)
	fmt.Fprintf(s.out, `
The command line is %s %s. Two variables contain the address of the service and the token of the caller. A third one
makes the CLI install the new build of the provider from a folder, like from a company's own mirror:

$ export IDM_BASE_URL=%s
$ export IDM_TOKEN=%s
$ export TF_CLI_CONFIG_FILE=%s
`, s.cli.name(), version, s.service.BaseURL, token, filepath.Join(filepath.Dir(s.work), "cli.tfrc"))
	return nil
}

func (s *story) configuration(context.Context) error {
	s.begin("The tenant as code",
		`The configuration declares a sales department with two regions, a new application with its roles, an enterprise role, and a
new colleague with her access. This is the part about her; the other files are in `+"examples/demo.")
	people, err := os.ReadFile(filepath.Join(s.work, "people.tf"))
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\n$ cat people.tf\n\n%s", people)
	return nil
}

func (s *story) initialize(ctx context.Context) error {
	s.begin("Init", `The CLI installs the provider that the configuration requires. Nothing is downloaded here. (The CLI warns about
every provider from a folder, because it knows only the checksums of this platform.)`)
	_, err := s.cli.run(ctx, 0, "init")
	return err
}

func (s *story) plan(ctx context.Context) error {
	s.begin("Plan", `The plan lists the objects to create. It is saved, so that exactly the reviewed plan is applied.`)
	return s.expect(ctx, changes, "idm_authorization.nora_helpdesk will be created", "plan", "-detailed-exitcode", "-out="+reviewedPlan)
}

func (s *story) apply(ctx context.Context) error {
	s.begin("Apply",
		"The saved plan is applied: units, the application and its roles, then Nora, her profile and her grants, each after the objects "+
			"that it refers to.")
	return s.expect(ctx, 0, "0 changed, 0 destroyed", "apply", reviewedPlan)
}

func (s *story) planAgain(ctx context.Context) error {
	s.begin("Plan again", `Right after an apply a plan must be empty. Exit code 0 of -detailed-exitcode shows that to a script.`)
	return s.expect(ctx, nothingToDo, "No changes.", "plan", "-detailed-exitcode")
}

func (s *story) changeManually(ctx context.Context) error {
	s.begin("A manual change",
		`Nora's grant for the help desk is limited. Now an administrator extends it to all clients, without a configuration or a
review:`)
	wider := map[string]any{"clientGlobal": true}
	fmt.Fprintf(s.out, "\n$ curl -X PATCH \"$IDM_BASE_URL%s\" -H \"Authorization: Bearer $IDM_TOKEN\" \\\n"+
		"    -H 'Content-Type: application/json' -d '{\"clientGlobal\": true}'\n", noraHelpdesk)
	answer, err := s.service.call(ctx, http.MethodPatch, noraHelpdesk, wider)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\nThe service now has: clientGlobal %v, version %v.\n", answer["clientGlobal"], answer["version"])
	return nil
}

func (s *story) detect(ctx context.Context) error {
	s.begin("The plan shows it", `A scheduled plan finds the difference: exit code 2, and the line with the repair.`)
	return s.expect(ctx, changes, "true -> false", "plan", "-detailed-exitcode", "-out=repair.tfplan")
}

func (s *story) repair(ctx context.Context) error {
	s.begin("The repair", `The apply sends the one attribute that differs, and the version of the plan. If the authorization had changed again,
the apply would stop instead of overwriting the change.`)
	return s.expect(ctx, 0, "1 changed, 0 destroyed", "apply", "repair.tfplan")
}

func (s *story) verify(ctx context.Context) error {
	s.begin("The result", "The service has the reviewed value again, and the plan is empty.")
	answer, err := s.service.call(ctx, http.MethodGet, noraHelpdesk, nil)
	if err != nil {
		return err
	}
	if answer["clientGlobal"] != false {
		return fmt.Errorf("the service still has clientGlobal %v", answer["clientGlobal"])
	}
	fmt.Fprintf(s.out, "\nThe service now has: clientGlobal %v, version %v.\n", answer["clientGlobal"], answer["version"])
	return s.expect(ctx, nothingToDo, "No changes.", "plan", "-detailed-exitcode")
}

// review writes the page that a reviewer of the first plan would read.
func (s *story) review(ctx context.Context) error {
	s.begin("The review",
		`The effect of a plan on access is hard to see from its attributes. The companion command reports it: who gains or loses which
role, which grants are global, and how the tree of units changes. This is the report on the first plan, as a page for its approver:`)
	return s.page(ctx, "review.html", "review", reviewedPlan, "--cli", s.cli.path)
}

// explore writes the page that shows who has which access after the apply.
func (s *story) explore(ctx context.Context) error {
	s.begin("Who has what",
		`The plan is applied. Auditors and approvers now need to know who has which access, through which path and until when. The same
command answers on a page with a search by person, role, unit and application:`)
	return s.page(ctx, "access.html", "access", "all", "--client", "acme")
}

// page runs the companion command to write a page.
func (s *story) page(ctx context.Context, name string, args ...string) error {
	args = append(args, "--output", "html", "--out", name)
	fmt.Fprintf(s.out, "\n$ idmctl %s\n", strings.Join(args, " "))
	command := exec.CommandContext(ctx, s.idmctl, args...)
	command.Dir, command.Env = s.work, s.cli.environment
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("idmctl %s: %w: %s", args[0], err, strings.TrimSpace(string(output)))
	}
	page := filepath.Join(s.work, name)
	if _, err := os.Stat(page); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\nThe page needs no network; open it in a browser:\n%s\n", page)
	return nil
}

// expect runs the CLI and fails unless the output contains the text.
func (s *story) expect(ctx context.Context, exitCode int, text string, args ...string) error {
	output, err := s.cli.run(ctx, exitCode, args...)
	if err == nil && !strings.Contains(output, text) {
		err = fmt.Errorf("`%s %s` did not print %q", s.cli.name(), args[0], text)
	}
	return err
}
