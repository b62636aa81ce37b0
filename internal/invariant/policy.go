// Package invariant decides what must hold for a whole tenant: duties that one person may not have
// together, who may have a role, and how many have it.
package invariant

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsimple"
)

// Policy is the part of a policy file that is about the whole tenant.
type Policy struct {
	Invariants []*Invariant `hcl:"invariant,block"`
	Exceptions []*Exception `hcl:"exception,block"`
	// Rules are about single changes; a review decides them.
	Rest hcl.Body `hcl:",remain"`
}

// Invariant is one statement about the tenant. All of its conditions must hold. Objects are named by
// their external IDs.
type Invariant struct {
	Name    string `hcl:"name,label"`
	Message string `hcl:"message,optional"`
	// Exclusive are roles and enterprise roles of which a person may have one, across all profiles.
	Exclusive []string `hcl:"exclusive,optional"`
	// Role is the role or enterprise role that the conditions below are about.
	Role string `hcl:"role,optional"`
	// Units are those whose profiles may have the role, with the units below; EnterpriseRoles are those
	// that may give it. Empty lists allow all.
	Units           []string `hcl:"units,optional"`
	EnterpriseRoles []string `hcl:"enterprise_roles,optional"`
	// HoldersAre is people or technical_users.
	HoldersAre string `hcl:"holders_are,optional"`
	// Global reports whether grants of the role may be global; GlobalInUnits limits that to profiles in
	// some units.
	Global        *bool    `hcl:"global,optional"`
	GlobalInUnits []string `hcl:"global_in_units,optional"`
	// EndsWithin is how far ahead the end of each grant may be, such as 365d.
	EndsWithin string `hcl:"ends_within,optional"`
	Minimum    *int   `hcl:"minimum,optional"`
	Maximum    *int   `hcl:"maximum,optional"`
	// Required are the users who must have the role.
	Required []string `hcl:"required,optional"`
	// Keep are users who must lose nothing, such as the login that applies.
	Keep []string `hcl:"keep,optional"`
	// LargestLoss and LargestGain are how many people may lose or gain something in one plan: a number,
	// or a share of all people such as 5%.
	LargestLoss string `hcl:"largest_loss,optional"`
	LargestGain string `hcl:"largest_gain,optional"`
	// During reports that it must hold at any point of an apply, which may be interrupted.
	During bool `hcl:"during,optional"`

	endsWithin time.Duration
}

// Exception lets a violation pass until a day.
type Exception struct {
	Name      string `hcl:"name,label"`
	Invariant string `hcl:"invariant"`
	// Subject is the external ID of a user.
	Subject string `hcl:"subject"`
	Reason  string `hcl:"reason"`
	Owner   string `hcl:"owner"`
	// Expires is the last day of the exception.
	Expires string `hcl:"expires"`

	until time.Time
}

// Parse reads the invariants and exceptions of a policy file.
func Parse(file string) (*Policy, error) {
	p, err := Within(file)
	if err == nil && len(p.Invariants) == 0 {
		return nil, fmt.Errorf(`%s: the file has no invariant: write invariant "NAME" { exclusive = ["…", "…"] }`, file)
	}
	return p, err
}

// Within reads the invariants of a policy file that may have none.
func Within(file string) (*Policy, error) {
	var p Policy
	if err := hclsimple.DecodeFile(file, nil, &p); err != nil {
		return nil, firstProblem(file, err)
	}
	rules := &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "rule", LabelNames: []string{"name"}}}}
	if _, diagnostics := p.Rest.Content(rules); diagnostics.HasErrors() {
		return nil, firstProblem(file, diagnostics)
	}
	names := map[string]bool{}
	for _, i := range p.Invariants {
		if names[i.Name] {
			return nil, fmt.Errorf("%s: two invariants have the name %q", file, i.Name)
		}
		names[i.Name] = true
		if err := i.check(); err != nil {
			return nil, fmt.Errorf("%s: invariant %q: %w", file, i.Name, err)
		}
	}
	for _, e := range p.Exceptions {
		if err := e.check(names); err != nil {
			return nil, fmt.Errorf("%s: exception %q: %w", file, e.Name, err)
		}
	}
	return &p, nil
}

// firstProblem is the first problem of a file, with its line.
func firstProblem(file string, err error) error {
	diagnostics := hcl.Diagnostics{}
	if !errors.As(err, &diagnostics) || len(diagnostics) == 0 {
		return fmt.Errorf("%s: %w", file, err)
	}
	first := diagnostics[0]
	text := strings.Join(strings.Fields(first.Summary+": "+first.Detail), " ")
	if first.Subject != nil {
		return fmt.Errorf("%s, line %d: %s", file, first.Subject.Start.Line, text)
	}
	return fmt.Errorf("%s: %s", file, text)
}

// The values of HoldersAre.
const (
	people         = "people"
	technicalUsers = "technical_users"
)

func (i *Invariant) check() error {
	aboutRole := i.aboutRole()
	switch {
	case aboutRole && i.Role == "":
		return errors.New("name the role that the conditions are about with role")
	case !aboutRole && i.Role != "":
		return errors.New("say what must hold for the role: units, enterprise_roles, holders_are, global, global_in_units, ends_within, " +
			"minimum, maximum or required")
	case len(i.Exclusive) == 1:
		return errors.New("exclusive needs two or more roles")
	case !aboutRole && len(i.Exclusive)+len(i.Keep) == 0 && i.LargestGain == "" && i.LargestLoss == "":
		return errors.New("say what must hold: exclusive, a condition about a role, keep, largest_loss or largest_gain")
	case !slices.Contains([]string{"", people, technicalUsers}, i.HoldersAre):
		return fmt.Errorf("holders_are is %q; the values are %s and %s", i.HoldersAre, people, technicalUsers)
	case i.Minimum != nil && i.Maximum != nil && *i.Minimum > *i.Maximum:
		return fmt.Errorf("minimum %d is above maximum %d", *i.Minimum, *i.Maximum)
	}
	for _, limit := range []string{i.LargestGain, i.LargestLoss} {
		if _, err := limitOf(limit, 0); err != nil {
			return err
		}
	}
	return i.readEnd()
}

// aboutRole reports whether some condition is about the role.
func (i *Invariant) aboutRole() bool {
	return len(i.Units)+len(i.EnterpriseRoles)+len(i.GlobalInUnits)+len(i.Required) > 0 || i.HoldersAre != "" || i.Global != nil ||
		i.EndsWithin != "" || i.Minimum != nil || i.Maximum != nil
}

// readEnd reads the number of days of EndsWithin.
func (i *Invariant) readEnd() error {
	if i.EndsWithin == "" {
		return nil
	}
	days, err := strconv.Atoi(strings.TrimSuffix(i.EndsWithin, "d"))
	if err != nil || days < 0 || !strings.HasSuffix(i.EndsWithin, "d") {
		return fmt.Errorf("ends_within is %q, which is not a number of days such as 365d", i.EndsWithin)
	}
	const day = 24 * time.Hour
	i.endsWithin = time.Duration(days) * day
	return nil
}

func (e *Exception) check(invariants map[string]bool) error {
	until, err := time.Parse(time.DateOnly, e.Expires)
	switch {
	case !invariants[e.Invariant]:
		return fmt.Errorf("no invariant has the name %q", e.Invariant)
	case err != nil:
		return fmt.Errorf("expires is %q, which is not a day such as 2027-01-31", e.Expires)
	case e.Subject == "" || e.Reason == "" || e.Owner == "":
		return errors.New("subject, reason and owner must not be empty")
	}
	e.until = until.AddDate(0, 0, 1)
	return nil
}

// limitOf is a number, or a share of all people; all is how many there are. "" is no limit.
func limitOf(text string, all int) (limit float64, err error) {
	number, share := strings.CutSuffix(text, "%")
	if text == "" {
		return 0, nil
	}
	limit, err = strconv.ParseFloat(number, 64)
	if err != nil || limit < 0 || share && limit > 100 {
		return 0, fmt.Errorf("%q is not a number or a share such as 5%%", text)
	}
	if share {
		limit = limit / 100 * float64(all)
	}
	return limit, nil
}
