package rehearsal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// listen serves on a free local port until stop is called.
func listen(ctx context.Context, handler http.Handler) (address string, stop func(), err error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), func() { _ = server.Close() }, nil
}

// kept lists the settings of the provider that affect neither the destination nor the sender of
// requests.
var kept = []string{
	"IDM_CLIENT_EXT_ID", "IDM_PEOPLE_ON_DESTROY", "IDM_PLAN_CHECKS", "IDM_BATCH_READS", "IDM_MAX_RETRIES", "IDM_MAX_CONCURRENT_REQUESTS",
}

// hidden reports whether a variable holds credentials, an address, or a setting that changes the
// behavior of the CLI.
func hidden(name string) bool {
	return strings.HasPrefix(name, "IDM_") && !slices.Contains(kept, name) || programs.HidesArguments(name) ||
		slices.Contains([]string{"TF_WORKSPACE", "TF_DATA_DIR", "TF_REATTACH_PROVIDERS", "TF_ENCRYPTION"}, name)
}

// cli runs the CLI on the copy, in a workspace unless it is "", and returns its output.
func (r *run) cli(ctx context.Context, folder, workspace string, arguments ...string) (string, error) {
	cli := programs.CLI{Program: r.program, Folder: folder, Of: r.o.Dir, Hides: hidden,
		Adds: []string{"IDM_REHEARSAL_URL=" + r.service.url, "IDM_REHEARSAL_TOKEN=" + r.service.token}}
	if workspace != "" {
		cli.Adds = append(cli.Adds, "TF_WORKSPACE="+workspace)
	}
	out, complaints, err := cli.Run(ctx, arguments...)
	return out + complaints, err
}

// prevented returns the error that prevented the CLI from working at all, or nil.
func prevented(found []event) error {
	for _, e := range found {
		d := e.Diagnostic
		if d == nil || d.Severity != "error" {
			continue
		}
		text := d.Summary + " " + d.Detail
		switch {
		case d.Summary == "No value for required variable" || d.Summary == "No value for variable":
			return fmt.Errorf("the plan does not hold the value of a variable, which the apply needs too (an ephemeral one): "+
				"set it as TF_VAR_NAME, and rehearse again. %s", oneLine(d.Detail))
		case strings.Contains(text, "nencrypted method is forbidden"):
			return errors.New("the configuration enforces the encryption of its state, and a rehearsal keeps the state as it is in " +
				"the plan: " +
				"plan without enforced in the encryption block, and rehearse that plan")
		case strings.Contains(text, "no space left on device") || strings.Contains(text, "quota exceeded"):
			return noRoom(oneLine(d.Detail))
		}
	}
	return nil
}

func noRoom(detail string) error {
	return fmt.Errorf("not enough disk space for the rehearsal in %s: name a larger folder in TMPDIR. %s", os.TempDir(), detail)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// shown is the part of the CLI's JSON plan that package plan does not read.
type shown struct {
	Variables         map[string]struct{ Value json.RawMessage }
	ActionInvocations []struct {
		Invoke json.RawMessage `json:"invoke_action_trigger"`
	} `json:"action_invocations"`
}

// take stores the values of the variables, and whether the plan invokes actions.
func (s *saved) take(text []byte) error {
	var read shown
	if err := json.Unmarshal(text, &read); err != nil {
		return fmt.Errorf("no CLI can show the plan: %w", err)
	}
	s.variables = map[string]json.RawMessage{}
	for name, variable := range read.Variables {
		if variable.Value != nil {
			s.variables[name] = variable.Value
		}
	}
	for _, action := range read.ActionInvocations {
		s.invokes = s.invokes || len(action.Invoke) > 0 && string(action.Invoke) != "null"
	}
	return nil
}

// event is a line that the CLI prints with -json.
type event struct {
	Type       string
	Diagnostic *struct{ Severity, Summary, Detail, Address string }
	Hook       struct {
		Resource struct{ Addr string }
	}
}

// events returns the events in an output.
func events(out string) (found []event) {
	for line := range strings.Lines(out) {
		var e event
		if json.Unmarshal([]byte(line), &e) == nil && e.Type != "" {
			found = append(found, e)
		}
	}
	return found
}

// planFile is the plan that is created on the copy.
const planFile = "rehearsal.tfplan"

// replan creates the plan again from the same state and without a refresh, so that it contains the
// same changes with the same versions. It returns nil if planning fails, with the errors in the
// result.
func (r *run) replan(ctx context.Context) (*plan.Plan, error) {
	file := filepath.Join(r.box.folder, planFile)
	arguments := []string{"plan", "-json", "-input=false", "-lock=false", "-refresh=false", "-out=" + file, "-var-file=" + r.box.variables}
	if r.plan.Arguments.Destroy {
		arguments = append(arguments, "-destroy")
	}
	for flag, addresses := range map[string][]string{"-target=": r.plan.Arguments.Targets, "-exclude=": r.plan.Arguments.Excluded,
		"-replace=": r.replaced()} {
		for _, address := range addresses {
			arguments = append(arguments, flag+address)
		}
	}
	out, err := r.cli(ctx, r.box.root, r.saved.workspace, arguments...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found := events(out)
	if err := prevented(found); err != nil {
		return nil, err
	}
	r.result.failures(inPlan, found)
	if err != nil {
		if len(r.result.Failures) == 0 {
			return nil, fmt.Errorf("the plan could not be made on the copy: %w", err)
		}
		return nil, nil
	}
	// On a full disk the CLI may write nothing and report no error.
	if info, err := os.Stat(file); err == nil && info.Size() == 0 {
		return nil, noRoom("The plan on the copy is empty.")
	}
	return r.again(ctx, file)
}

// replaced returns the addresses that the plan replaces on request. Terraform omits the request
// from the saved plan, except in the reason of the change.
func (r *run) replaced() []string {
	addresses := slices.Clone(r.plan.Arguments.Replaced)
	for _, change := range r.plan.Changes {
		if change.Reason == "replace_by_request" {
			addresses = append(addresses, change.Address)
		}
	}
	slices.Sort(addresses)
	return slices.Compact(addresses)
}

// again reads the plan of the copy.
func (r *run) again(ctx context.Context, file string) (*plan.Plan, error) {
	cli := r.o.CLI
	cli.Path, cli.Dir = r.program, r.box.root
	return plan.Read(ctx, file, cli)
}

func (r *run) apply(ctx context.Context, planned *plan.Plan) error {
	out, err := r.cli(ctx, r.box.root, r.saved.workspace, "apply", "-json", "-input=false", "-lock=false", "-auto-approve",
		filepath.Join(r.box.folder, planFile))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	found := events(out)
	if err := prevented(found); err != nil {
		return err
	}
	r.result.failures(inApply, found)
	if ended := (*exec.ExitError)(nil); err != nil && (len(r.result.Failures) == 0 || errors.As(err, &ended) && !ended.Exited()) {
		return fmt.Errorf("the apply on the copy ended without an error message: %w", err)
	}
	r.result.outcome(planned, found)
	return nil
}
