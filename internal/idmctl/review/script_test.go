package review

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	policies "github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"
)

// planned is the time of the plans in these tests.
const planned = "2026-06-01T00:00:00Z"

// TestScripts plays the tables in testdata, whose lines testdata/README.md explains. The first block
// of a table is what its cases have in common; the lines of a case replace its line "case", or
// follow it. Each other block is a case, with its name in the first line.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			common, cases, _ := strings.Cut(strings.TrimSpace(page(t, file)), "\n\n")
			before, after, _ := strings.Cut(common, "\ncase")
			for block := range strings.SplitSeq(cases, "\n\n") {
				name, lines, _ := strings.Cut(block, "\n")
				t.Run(name, func(t *testing.T) { newScript(t).play(before + "\n" + lines + after) })
			}
		})
	}
}

// script is a case while it is played.
type script struct {
	t       *testing.T
	service string
	held    *access.Tenant
	plan    plan.Plan
	// mode is "facts" with the facts of the case, "offline" without any, and "claimed" with those
	// that the plan claims.
	mode string
	// names are what the case sets in the directory.
	names     []func(*Directory)
	maxLosses int
	review    *Review
	// exact are the lines that a case expects of the lists.
	exact map[string][]string
}

func newScript(t *testing.T) *script {
	return &script{t: t, held: access.NewTenant(), plan: plan.Plan{Time: planned}, mode: "facts", maxLosses: MaxLosses,
		exact: map[string][]string{}}
}

func (s *script) play(text string) {
	s.t.Helper()
	for line := range strings.Lines(text) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if verb != "" && verb != "#" && !s.input(verb, rest) {
			s.expect(verb, rest)
		}
	}
	s.compare()
}

// actions are the actions of a plan, as the CLI shows them.
var actions = map[string]plan.Action{
	"+": plan.Create, "-": plan.Delete, "~": plan.Update, "-/+": plan.Replace, "+/-": plan.Replace, "=": plan.NoOp, "forget": plan.Forget,
	"forget/+": plan.ForgetCreate,
}

// input reports whether a line is a part of the input.
func (s *script) input(verb, rest string) bool {
	s.t.Helper()
	switch verb {
	case "times":
		count, line, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(count)
		for i := range n {
			s.play(strings.ReplaceAll(line, "#", strconv.Itoa(i)))
		}
	case "max-losses":
		s.maxLosses, _ = strconv.Atoi(rest)
	case "acme":
		s.play(page(s.t, "testdata/acme.facts"))
	case "service":
		s.service = rest
	case "fact":
		s.fact(rest)
	case "unread":
		of := append(strings.Fields(rest), "")
		s.held.NotRead(access.Gap{ID: access.NewID(s.service, "acme", access.KindOf(of[0]), ""), Owner: of[1]})
	case "unread-limits":
		s.names = append(s.names, func(d *Directory) { clear(d.Limited) })
	case "now":
		s.names = append(s.names, func(d *Directory) { d.Now = parseTime(rest) })
	case "facts", "offline", "claimed":
		s.mode = verb
	case "plan":
		s.decode(rest, &s.plan)
	case "drift":
		verb, rest, _ = strings.Cut(rest, " ")
		s.plan.Drift = append(s.plan.Drift, s.change(verb, rest))
	default:
		if actions[verb] == "" {
			return false
		}
		s.plan.Changes = append(s.plan.Changes, s.change(verb, rest))
	}
	s.compare()
	s.review = nil
	return true
}

func (s *script) decode(text string, to any) {
	s.t.Helper()
	if err := yaml.Unmarshal([]byte(text), to); err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
}

// fact adds an object: its type, external ID, owner and target, and the values that differ.
func (s *script) fact(text string) {
	s.t.Helper()
	words, options, _ := strings.Cut(text, " {")
	in := append(strings.Fields(words), "", "")
	var of struct {
		Name, State, Login, Limited string
		From, To                    time.Time
		Rooms                       []string
		Default                     bool
	}
	if options != "" {
		s.decode("{"+options, &of)
	}
	owner, target := strings.TrimPrefix(in[2], "-"), in[3]
	var states []access.State
	for name := range strings.SplitSeq(cmp.Or(of.State, active), "|") {
		states = append(states, access.State(slices.Index(stateNames, name)))
	}
	o := access.Object{ID: access.NewID(s.service, "acme", access.KindOf(in[0]), in[1]).Within(owner), Name: of.Name,
		Owner: access.Exactly(owner), Target: access.Exactly(target), State: access.OneOf(states...)}
	if o.Kind == access.Member {
		o.ID = access.MemberID(s.service, "acme", owner, target)
	}
	for _, bound := range []struct {
		of *access.Value[access.Moment]
		at time.Time
	}{{&o.From, of.From}, {&o.To, of.To}} {
		if !bound.at.IsZero() {
			*bound.of = access.Exactly(access.At(bound.at))
		}
	}
	for _, room := range of.Rooms {
		o.Rooms = o.Rooms.Open(access.Room(slices.Index(grants.RoomAttributes(), room)), access.Exactly(true))
	}
	if old := s.held.Get(o.ID); old.Presence == access.Present {
		*old = o
	} else {
		s.held.Add(o)
	}
	s.names = append(s.names, func(d *Directory) {
		if of.Login != "" {
			d.Logins[o.ID] = of.Login
		}
		switch of.Limited {
		case "true":
			d.Limited[o.ID] = true
		case "unknown":
			delete(d.Limited, o.ID)
		}
		d.Defaults[o.ID] = of.Default
	})
}

// change reads a change: the address, the values before and after it, and other fields of it. Of
// three values, the first are in both.
func (s *script) change(verb, rest string) plan.Change {
	s.t.Helper()
	address, content, _ := strings.Cut(rest, " ")
	kind, _, _ := strings.Cut(address, ".")
	c := plan.Change{Address: address, Type: kind, Action: actions[verb], CreatedFirst: verb == "+/-"}
	content, more, _ := strings.Cut(content, " with {")
	if more != "" {
		s.decode("{"+more, &c)
	}
	var list yaml.Node
	s.decode("["+strings.ReplaceAll(content, " -> ", ", ")+"]", &list)
	parts := list.Content[0].Content
	both, last := parts[:max(0, len(parts)-2)], parts[len(parts)-1]
	if verb != "+" {
		c.Before, c.BeforeHidden = valuesIn(kind, append(both, parts[max(0, len(parts)-2)]))
	}
	if verb != "-" && verb != "forget" {
		c.After, c.AfterHidden = valuesIn(kind, append(both, last))
	}
	return c
}

// valuesIn returns what several values give together. Without others, an object is in the client
// acme, and the data rooms of a grant are closed.
func valuesIn(kind string, nodes []*yaml.Node) (plan.Values, any) {
	found := plan.Values{}
	if !access.KindOf(strings.TrimPrefix(kind, "idm_")).Global() {
		found["client_ext_id"] = "acme"
	}
	for _, room := range grants.RoomAttributes() {
		if kind == typeAuthorization {
			found[room] = false
		}
	}
	for _, node := range nodes {
		of, ok := written(node).(map[string]any)
		if !ok {
			return nil, written(node)
		}
		maps.Copy(found, of)
	}
	maps.DeleteFunc(found, func(_ string, v any) bool { return v == none{} })
	return found, nil
}

// none is the value of an attribute that does not exist.
type none struct{}

// written returns the value of a node. "closed" is a grant without open data rooms.
func written(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		of := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			of[n.Content[i].Value] = written(n.Content[i+1])
		}
		return of
	case yaml.SequenceNode:
		of := []any{}
		for _, each := range n.Content {
			of = append(of, written(each))
		}
		return of
	}
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	}
	switch word, rest, _ := strings.Cut(strings.Trim(n.Value, "()"), " "); {
	case n.Value == "closed":
		of, _ := valuesIn(typeAuthorization, nil)
		delete(of, "client_ext_id")
		return map[string]any(of)
	case !strings.HasPrefix(n.Value, "("):
		return n.Value
	case word == "unknown":
		return plan.Unknown{From: rest}
	case word == "sensitive":
		return plan.Masked{Changed: rest != ""}
	case word == "number":
		return json.Number(rest)
	}
	return none{}
}

// prepared returns the plan, and what is known of the service.
func (s *script) prepared() (*plan.Plan, *Directory) {
	p := s.plan
	p.Changes = slices.Clone(p.Changes)
	names := NewDirectory(&p)
	switch s.mode {
	case "facts":
		names.Facts(s.service, []string{"acme"}, s.held)
		for o := range s.held.Objects() {
			names.Limited[o.ID] = false
		}
	case "claimed":
		names = Claimed(&p)
	}
	for _, set := range s.names {
		set(names)
	}
	return &p, names
}

// reviewed returns the review of the plan, with all rules.
func (s *script) reviewed() *Review {
	if s.review == nil {
		s.review = New(s.prepared())
		s.review.AllowLosses(s.maxLosses)
		all, err := NamedRules(rules.Names())
		if err != nil {
			s.t.Fatal(err)
		}
		s.review.Check(all)
		if len(s.review.FailedRules) > 0 && strings.Contains(s.review.Document().Markdown(0), "The plan changes nothing.") {
			s.t.Errorf("breaks %v and says that nothing changes", s.review.FailedRules)
		}
	}
	return s.review
}

// reviewOf returns the review of the plan in a text.
func reviewOf(t *testing.T, text string) *Review {
	t.Helper()
	s := newScript(t)
	s.play(text)
	return s.reviewed()
}

// lists are the lists that a case expects as a whole, line by line: gains and losses, losses while
// the apply runs, and broken rules with their addresses.
var lists = map[string]func(*Review) []string{">": accessLines, "during": interruptedLines, "rule": ruleLines}

// expect checks a line about the review.
func (s *script) expect(verb, rest string) {
	s.t.Helper()
	s.reviewed()
	not := verb == "no"
	if not {
		verb, rest, _ = strings.Cut(rest, " ")
	}
	wants := []string{rest}
	switch {
	case lists[verb] != nil && rest == "none":
		s.exact[verb] = nil
		return
	case lists[verb] != nil:
		s.exact[verb] = append(s.exact[verb], rest)
		return
	case verb == "breaks":
		wants = strings.Fields(rest)
	}
	for _, want := range wants {
		if found, in := s.finds(verb, want); found == not {
			s.t.Errorf("%s: %t is wrong in\n%s", strings.TrimSpace(verb+" "+want), found, in)
		}
	}
}

// compare compares the lists with what the lines before expect.
func (s *script) compare() {
	s.t.Helper()
	for verb, want := range s.exact {
		if got := lists[verb](s.reviewed()); !slices.Equal(got, want) {
			s.t.Errorf("%s is\n%s\nand not\n%s", verb, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	clear(s.exact)
}

// gap stands for any text.
var gap = regexp.MustCompile(" ?… ?")

// finds reports whether a view of the review has a text, in which "…" stands for any text.
func (s *script) finds(verb, want string) (found bool, in string) {
	s.t.Helper()
	r, pattern := *s.review, "(?m)"
	switch verb {
	case "breaks":
		in = strings.Join(ruleLines(&r), "\n")
		return want == "everything" && len(r.FailedRules) == len(r.RulesChecked) ||
			slices.ContainsFunc(r.FailedRules, func(b BrokenRule) bool { return b.Rule == want }), in
	case "policy":
		r.FailedRules = nil
		r.Check(policyRules(s.t, strings.ReplaceAll(want, "; ", "\n")))
		return len(r.FailedRules) > 0, strings.Join(accessLines(&r), "\n")
	case "finds":
		pattern += "^"
		for _, f := range r.Findings {
			in += fmt.Sprintf("%s %v %s\n", f.Address, slices.Sorted(slices.Values(f.Rules)), f.Text)
		}
	case "says":
		r.FailedRules, r.RulesChecked = nil, nil
		in = strings.Join(strings.Fields(r.Document().Text(0)), " ")
	case "comment":
		in = r.Document().Markdown(report.CommentLimit)
	case "page":
		var html strings.Builder
		if err := r.Document().HTML(&html); err != nil {
			s.t.Fatal(err)
		}
		in = html.String()
	case "json":
		encoded, err := json.Marshal(r)
		if err != nil {
			s.t.Fatal(err)
		}
		in = string(encoded)
	default:
		s.t.Fatalf("no line begins with %s", verb)
	}
	return regexp.MustCompile(pattern + gap.ReplaceAllString(regexp.QuoteMeta(want), ".*")).MatchString(in), in
}

// policyRules returns the rule of a policy with a body.
func policyRules(t *testing.T, body string) []Rule {
	t.Helper()
	rules, err := readPolicy(t, "rule \"one\" {\n"+body+"\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func readPolicy(t *testing.T, source string) ([]Rule, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "policy.hcl")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := policies.Read(file)
	if err != nil {
		return nil, err
	}
	return Policy(p), nil
}

// accessLines returns the gains and losses of the whole apply.
func accessLines(r *Review) []string {
	lines := []string{}
	for _, f := range r.Findings {
		c := f.Change
		if c == nil || c.During && c.Effect == Loss {
			continue
		}
		user, grant := "?", c.After
		if c.User != nil {
			user = c.User.Label()
		}
		if grant == nil {
			grant = c.Before
		}
		line := fmt.Sprintf("%s %s %s %s", user, c.Profile.Label(), c.Effect, grant.Role.Label())
		if len(c.NewlyGlobal) > 0 {
			line += " " + strings.Join(c.NewlyGlobal, "+")
		}
		if c.Reason != "" {
			line += ": " + c.Reason
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// interruptedLines returns the losses that are possible only if the apply stops halfway.
func interruptedLines(r *Review) []string {
	lines := []string{}
	for _, f := range r.Findings {
		c := f.Change
		if c == nil || !c.During || c.Effect != Loss {
			continue
		}
		line := c.User.Label() + " " + c.Before.Role.Label()
		if c.Before.Application != nil {
			line += " in " + c.Before.Application.Label()
		}
		if line += ": profile " + c.Profile.Label(); c.Before.Through != nil {
			line += ", enterprise role " + c.Before.Through.Label()
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// ruleLines returns the broken rules, each with the addresses that break it.
func ruleLines(r *Review) []string {
	var lines []string
	for _, failure := range r.FailedRules {
		var addresses []string
		for _, subject := range failure.Subjects {
			addresses = append(addresses, cmp.Or(subject.Address, "-"))
		}
		slices.Sort(addresses)
		lines = append(lines, failure.Rule+" "+strings.Join(slices.Compact(addresses), " "))
	}
	return lines
}
