package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// reviewing is a workspace with plans to review.
type reviewing struct{ *workspace }

// review runs the command and checks the exit code.
func (r *reviewing) review(code int, arguments ...string) (stdout, stderr string) {
	r.t.Helper()
	arguments = slices.Concat([]string{"review", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH")}, arguments)
	stdout, stderr, got := r.companion(r.environment, arguments...)
	if got != code {
		r.t.Fatalf("review %s: exit code %d, want %d\n%s%s", strings.Join(arguments, " "), got, code, stdout, stderr)
	}
	if r.recorder != nil {
		r.lacks(r.recorder.of.Never, arguments, stdout+stderr)
		r.recorder.reviewed(arguments[3:], code, stdout)
	}
	return stdout, stderr
}

// snapshot writes a snapshot of the service to a file.
func (r *reviewing) snapshot(file string, flags ...string) {
	r.t.Helper()
	if out, complaints, code := r.companion(r.environment, append([]string{"snapshot", "--out", file}, flags...)...); code != 0 {
		r.t.Fatalf("%d\n%s%s", code, out, complaints)
	}
}

// named and the following types are the part of the JSON that the tests compare.
type named struct {
	ExtID   string `json:"ext_id"`
	Name    string `json:"name"`
	Address string `json:"address"`
}

func (n *named) String() string {
	switch {
	case n == nil:
		return "?"
	case n.ExtID != "":
		return n.ExtID
	}
	return "@" + n.Address
}

type grant struct {
	Kind        string   `json:"kind"`
	Role        named    `json:"role"`
	Application *named   `json:"application"`
	Global      []string `json:"global"`
	Members     []struct {
		Role named `json:"role"`
	} `json:"members"`
}

type brokenRule struct {
	Rule     string `json:"rule"`
	Subjects []struct {
		Address string `json:"address"`
	} `json:"subjects"`
}

type reviewed struct {
	Decision          string
	RequiredApprovals []string `json:"required_approvals"`

	FailedRules []brokenRule     `json:"failed_rules"`
	Findings    []finding        `json:"findings"`
	Changes     []reviewedObject `json:"changes"`
	Drift       []reviewedObject `json:"drift"`
}

type reviewedObject struct {
	Address, Action string
	Imported        bool
	Differences     []struct{ Name, Before, After string }
}

func decodeReview(t *testing.T, text string) reviewed {
	t.Helper()
	var r reviewed
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return r
}

// lines returns the gains and losses, one per line.
func (r reviewed) lines() []string {
	var lines []string
	for _, f := range r.Findings {
		change := f.Change
		if change == nil || change.During && change.Effect == "lose" {
			continue
		}
		of := change.After
		if of == nil {
			of = change.Before
		}
		line := fmt.Sprintf("%s %s %s %s %s", change.User, &change.Profile, change.Effect, of.Kind, &of.Role)
		if len(change.NewlyGlobal) > 0 {
			line += " global " + strings.Join(change.NewlyGlobal, ",")
		}
		if change.Reason != "" {
			line += ": " + change.Reason
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}
