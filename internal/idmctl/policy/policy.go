// Package policy reads policy files and their tests, and evaluates the invariants of a whole tenant:
// duties that one person must not combine, who can have a role, and how many people have it.
package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsimple"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// Policy is a policy file: rules about single changes, and invariants of the whole tenant with their
// exceptions.
type Policy struct {
	Rules      []*Rule      `hcl:"rule,block"`
	Invariants []*Invariant `hcl:"invariant,block"`
	Exceptions []*Exception `hcl:"exception,block"`
}

// Invariant is one statement about the tenant. All of its conditions must hold. Objects are
// identified by their external IDs.
type Invariant struct {
	Name    string `hcl:"name,label"`
	Message string `hcl:"message,optional"`
	// Exclusive are roles and enterprise roles of which a person can have only one, across all
	// profiles.
	Exclusive []string `hcl:"exclusive,optional"`
	// Role is the role or enterprise role that the conditions below refer to.
	Role string `hcl:"role,optional"`
	// Units are units whose profiles, or the profiles of their subunits, can have the role;
	// EnterpriseRoles are enterprise roles that can give it. Empty lists allow all.
	Units           []string `hcl:"units,optional"`
	EnterpriseRoles []string `hcl:"enterprise_roles,optional"`
	// HoldersAre is people or technical_users.
	HoldersAre string `hcl:"holders_are,optional"`
	// Global reports whether grants of the role can be global; GlobalInUnits limits global grants
	// to profiles in some units.
	Global        *bool    `hcl:"global,optional"`
	GlobalInUnits []string `hcl:"global_in_units,optional"`
	// EndsWithin is the maximum time until each grant ends, such as 365d.
	EndsWithin string `hcl:"ends_within,optional"`
	Minimum    *int   `hcl:"minimum,optional"`
	Maximum    *int   `hcl:"maximum,optional"`
	// Required are the users who must have the role.
	Required []string `hcl:"required,optional"`
	// Keep are users who must not lose access, such as the user of the apply.
	Keep []string `hcl:"keep,optional"`
	// LargestLoss and LargestGain are the maximum numbers of people who lose or gain access in one
	// plan: a number, or a share of all people such as 5%. LargestGrantLoss and LargestGrantGain
	// limit the number of grants.
	LargestLoss      string `hcl:"largest_loss,optional"`
	LargestGain      string `hcl:"largest_gain,optional"`
	LargestGrantLoss string `hcl:"largest_grant_loss,optional"`
	LargestGrantGain string `hcl:"largest_grant_gain,optional"`
	// During reports that the invariant must hold at every point of an apply, which can be
	// interrupted.
	During bool `hcl:"during,optional"`
	// Approvers are the groups whose approval overrides the invariant.
	Approvers []string `hcl:"approvers,optional"`

	Body  hcl.Body  `hcl:",body"`
	Range hcl.Range `hcl:",def_range"`

	endsWithin time.Duration
}

// Exception permits a violation until a day.
type Exception struct {
	Name      string `hcl:"name,label"`
	Invariant string `hcl:"invariant"`
	// Subject is the external ID of a user.
	Subject string `hcl:"subject"`
	Reason  string `hcl:"reason"`
	Owner   string `hcl:"owner"`
	// Expires is the last day of the exception.
	Expires string `hcl:"expires"`

	Body  hcl.Body  `hcl:",body"`
	Range hcl.Range `hcl:",def_range"`

	until time.Time
}

// Read reads a policy file.
func Read(file string) (*Policy, error) {
	p, err := decode(file)
	if err == nil && len(p.Rules)+len(p.Invariants) == 0 {
		return nil, fmt.Errorf(`%s: the policy holds no rule: write rule "NAME" { roles = ["…"] }`, file)
	}
	return p, err
}

// Parse reads a policy file that must have an invariant.
func Parse(file string) (*Policy, error) {
	p, err := decode(file)
	if err == nil && len(p.Invariants) == 0 {
		return nil, fmt.Errorf(`%s: the file has no invariant: write invariant "NAME" { exclusive = ["…", "…"] }`, file)
	}
	return p, err
}

func decode(file string) (*Policy, error) {
	var p Policy
	if err := hclsimple.DecodeFile(file, nil, &p); err != nil {
		return nil, FirstProblem(file, err)
	}
	if err := p.checkRules(); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, i := range p.Invariants {
		if names[i.Name] {
			return nil, i.problem("", errors.New("another invariant has this name: rename one"))
		}
		names[i.Name] = true
		if argument, err := i.check(); err != nil {
			return nil, i.problem(argument, err)
		}
	}
	excused := map[string]bool{}
	for _, e := range p.Exceptions {
		if excused[e.Name] {
			return nil, e.problem("", errors.New("another exception has this name: rename one"))
		}
		excused[e.Name] = true
		if argument, err := e.check(names); err != nil {
			return nil, e.problem(argument, err)
		}
	}
	return &p, nil
}

// problem returns an error about an argument, or about the whole block, with its line.
func (i *Invariant) problem(argument string, err error) error {
	return problem("invariant", i.Name, argument, i.Body, i.Range, err)
}

func (e *Exception) problem(argument string, err error) error {
	return problem("exception", e.Name, argument, e.Body, e.Range, err)
}

func problem(block, name, argument string, body hcl.Body, at hcl.Range, err error) error {
	if native, ok := body.(*hclsyntax.Body); ok && native.Attributes[argument] != nil {
		at = native.Attributes[argument].SrcRange
	}
	return fmt.Errorf("%s, line %d: %s %q: %w", at.Filename, at.Start.Line, block, name, err)
}

// FirstProblem returns the first error of a file, with its line.
func FirstProblem(file string, err error) error {
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

// check returns the invalid argument and the error.
func (i *Invariant) check() (argument string, err error) {
	aboutRole := i.aboutRole()
	switch {
	case aboutRole && i.Role == "":
		return "", errors.New("set role to the role that the conditions refer to")
	case !aboutRole && i.Role != "":
		return "role", errors.New("add a condition for the role: units, enterprise_roles, holders_are, global, global_in_units, " +
			"ends_within, minimum, maximum or required")
	case len(i.Exclusive) == 1:
		return "exclusive", errors.New("exclusive needs two or more roles")
	case repeated(i.Exclusive) != "":
		return "exclusive", fmt.Errorf("exclusive names %q twice: remove one", repeated(i.Exclusive))
	case !aboutRole && len(i.Exclusive)+len(i.Keep)+len(i.limits()) == 0:
		return "", errors.New("add a condition: exclusive, keep, a largest loss or gain, or role with a condition about it")
	case !slices.Contains([]string{"", people, technicalUsers}, i.HoldersAre):
		return "holders_are", fmt.Errorf("holders_are is %q; the values are %s and %s", i.HoldersAre, people, technicalUsers)
	case i.Minimum != nil && i.Maximum != nil && *i.Minimum > *i.Maximum:
		return "minimum", fmt.Errorf("minimum %d is above maximum %d: lower one or raise the other", *i.Minimum, *i.Maximum)
	case i.Minimum != nil && *i.Minimum < 0:
		return "minimum", errors.New("minimum is below 0: give 0 or more")
	case i.Maximum != nil && *i.Maximum < 0:
		return "maximum", errors.New("maximum is below 0: give 0 or more")
	}
	for _, argument := range slices.Sorted(maps.Keys(i.limits())) {
		if _, err := limitOf(i.limits()[argument], 0); err != nil {
			return argument, err
		}
	}
	if err := CheckApprovers(i.Approvers); err != nil {
		return "approvers", err
	}
	return "ends_within", i.readEnd()
}

// limits returns the limits of a change that are set, by argument.
func (i *Invariant) limits() map[string]string {
	all := map[string]string{
		"largest_loss": i.LargestLoss, "largest_gain": i.LargestGain,
		"largest_grant_loss": i.LargestGrantLoss, "largest_grant_gain": i.LargestGrantGain,
	}
	maps.DeleteFunc(all, func(_, limit string) bool { return limit == "" })
	return all
}

// repeated returns a name that a list contains twice; "" if none does.
func repeated(names []string) string {
	for at, name := range names {
		if slices.Contains(names[:at], name) {
			return name
		}
	}
	return ""
}

// aboutRole reports whether a condition refers to the role.
func (i *Invariant) aboutRole() bool {
	return len(i.Units)+len(i.EnterpriseRoles)+len(i.GlobalInUnits)+len(i.Required) > 0 || i.HoldersAre != "" || i.Global != nil ||
		i.EndsWithin != "" || i.Minimum != nil || i.Maximum != nil
}

// readEnd parses the number of days of EndsWithin.
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

func (e *Exception) check(invariants map[string]bool) (argument string, err error) {
	until, err := time.Parse(time.DateOnly, e.Expires)
	switch {
	case !invariants[e.Invariant]:
		known := slices.Sorted(maps.Keys(invariants))
		return "invariant", fmt.Errorf("no invariant has the name %q. %s", e.Invariant, suggest.DidYouMean(e.Invariant, known))
	case err != nil:
		return "expires", fmt.Errorf("expires is %q, which is not a day such as 2027-01-31", e.Expires)
	case e.Subject == "" || e.Reason == "" || e.Owner == "":
		return "", errors.New("subject, reason and owner must not be empty")
	}
	e.until = until.AddDate(0, 0, 1)
	return "", nil
}

// limitOf parses a number, or a share of all people; all is the number of people. "" is no limit.
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
