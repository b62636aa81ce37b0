package acctest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

var (
	// placeholder is a name in a script: an argument of Script, a field of Fixture, or an external ID.
	placeholder = regexp.MustCompile(`\B@(\w+)(?:([+~])(\w+))?`)
	repeatLine  = regexp.MustCompile(`(?m)^(over|each|orders)(?: (.*))?$`)
	// finding is how a warning or an error of a step begins.
	finding       = regexp.MustCompile(`(?m)^(?:error running [^:]+: )?(?:Error|Warning): `)
	sensitiveLine = regexp.MustCompile(`(?m)^ *sensitive_.*$`)
	headLine      = regexp.MustCompile(`(?m)^(needs|quirks) (.*)$`)
)

// Scripts runs the files of a pattern, each as a subtest: the scripts (*.txt) that begin with a line
// "needs …", and the lifecycles (*_lifecycle.hcl).
func Scripts(t *testing.T, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		noun, base, _ := strings.Cut("/"+filepath.ToSlash(file), "/testdata/")
		name := strings.TrimPrefix(path.Base(noun)+"/"+strings.TrimSuffix(base, path.Ext(base)), "./")
		switch text := string(content); {
		case strings.HasSuffix(base, "_lifecycle.hcl"):
			t.Run(name, func(t *testing.T) { runLifecycle(t, text) })
		case strings.HasPrefix(text, "needs "):
			t.Run(name, func(t *testing.T) { runScripts(t, &script{folder: filepath.Dir(file)}, text, nil) })
		}
	}
}

// script is a script of a test. Each line "-- name --" begins a case, which is a subtest with a
// service of its own; what precedes the first case belongs to all. @name in a script is an argument
// of a row (see "over"), a field of Fixture, or else Service.ID. Without a CLI, a script runs in
// virtual time.
//
// The head has lines "needs NAME NAME" and "quirks QUIRK QUIRK", and lines that run the script
// several times: "each QUIRK QUIRK,QUIRK -", once with each list of quirks, - for none; "orders",
// in which the run calls the provider for one object after the other, in the order of their
// addresses and in the opposite one; and "over TABLE NAME", once for each row of a table that has
// an argument, whose arguments, @type and @quirks it uses. @config of an object is its arguments,
// @config+change with those of another one, and @config~name without one. A line "?NAME LINE"
// belongs to the rows with an argument, "?!NAME LINE" to the others.
//
// A step is one of these lines with its configuration indented below it:
//
//	apply                 applies it, after which the plan is empty
//	drifts                applies it, after which the plan is not empty
//	fails TEXT            fails with a text, in which … is any text
//	tries                 applies it, after which the plan is empty, or fails in the apply
//	refused TEXT          fails with a text in the plan
//	plans ACTION ADDRESS  only plans it, with an action
//	import ADDRESS NAME   imports the object again, by its ID and its identity, or by its ID without
//	                      attributes that only the configuration knows
//
// "base" has text below it in which "..." is the place of the configurations of the next steps, to
// which they add what is below a line "+". Lines before a step are what happens before its plan or,
// with "between" in front, before its apply: a request "METHOD path body" of another writer, "fault
// JSON", "when METHOD path then …", which waits for a request, or "always …", which waits for each.
// "taint ADDRESS", "untaint ADDRESS", "replace ADDRESS" (the option -replace) and "stale" (without
// a refresh) change the step, "provider ARGUMENT" (none: without further ones) and "as TOKEN" the
// provider block of it and of the next ones. "between forget" forgets the warnings of the plan. The
// lines after a step check it:
//
//	sent METHOD path body  its writes, a line each, in any order, where * is any ID; "sent" for none
//	asked METHOD path      one of its requests
//	writes NUMBER          the number of its writes; <NUMBER for fewer
//	exact                  a refresh does not change the state, if no CLI runs the step
//	shows ADDRESS.NAME KEY KEY  the keys of a map whose values its plan changes
//	quiet                  it sent no request
//	holds path JSON        an object in the service contains these fields; null means none
//	gone path              the service has no such object
//	state ADDRESS.NAME TEXT, set ADDRESS.NAME, unset ADDRESS.NAME, output NAME TEXT
//	warns TEXT             one of its warnings, or its error, if no CLI runs the step; "warns" for none
//	findings NUMBER        the number of its different warnings and errors
//	lacks TEXT             neither its warnings nor its error has a text, if no CLI runs it
//	hides TEXT             the state has no such text, except in a sensitive attribute
//	answers TEXT METHOD path body  the response to a request of another writer has a word
//	refuses TEXT METHOD path body  the response does not have it
//	conflicts NUMBER       the refusals because of a version since the start
//
// Paths without a leading slash are relative to the client.
type script struct {
	// folder has the tables of "over"; row is the row, and order the order of "orders".
	folder string
	row    Values
	order  string

	t    *testing.T
	s    *Service
	base string
	done []resource.TestStep
	// before are what happens before the next step, and options its others.
	before  []func()
	options []Option
	// now builds the last step, whose checks are still to come; nil before the first.
	now    func(checks []resource.TestCheckFunc)
	checks []resource.TestCheckFunc
	sent   []string
	shown  []Option
	// provider are further arguments of the provider block, and token its token.
	provider []string
	token    string
}

// runScripts runs the cases of a script as often as its head demands.
func runScripts(t *testing.T, of *script, content string, needs []Need) {
	t.Helper()
	if line := repeatLine.FindStringSubmatch(content); line != nil {
		repeat(t, *of, line[1], strings.Fields(line[2]), strings.Replace(content, line[0], "", 1), needs)
		return
	}
	common, cases := "", strings.Split("\n"+content, "\n-- ")
	if common = cases[0]; len(cases) == 1 {
		t.Parallel()
		runScript(t, *of, common, needs)
		return
	}
	for _, text := range cases[1:] {
		name, lines, _ := strings.Cut(text, " --\n")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runScript(t, *of, common+"\n"+lines, needs)
		})
	}
}

// repeat runs the rest of a script several times.
func repeat(t *testing.T, of script, word string, arguments []string, rest string, needs []Need) {
	t.Helper()
	again := func(name string, of script, quirks ...string) {
		t.Run(name, func(t *testing.T) { runScripts(t, &of, rest, append(slices.Clip(needs), Quirks(quirks...))) })
	}
	switch word {
	case "over":
		for _, row := range Table(t, filepath.Join(of.folder, arguments[0])) {
			one, names := of, row.names()
			if len(arguments) == 2 && names[arguments[1]] == nil {
				continue
			}
			maps.Copy(names, of.row)
			one.row = names
			again(row.Type+row.Name, one, row.Texts("quirks")...)
		}
	case "orders":
		for _, of.order = range []string{"forward", "backward"} {
			again(of.order, of)
		}
	default:
		for _, quirks := range arguments {
			again(quirks, of, strings.FieldsFunc(quirks, func(r rune) bool { return r == ',' || r == '-' && quirks == "-" })...)
		}
	}
}

// runScript runs a case with a service of its own.
func runScript(t *testing.T, of script, text string, needs []Need) {
	t.Helper()
	for _, line := range headLine.FindAllStringSubmatch(text, -1) {
		if line[1] == "quirks" {
			needs = append(slices.Clip(needs), Quirks(strings.Fields(line[2])...))
		} else {
			needs = append(slices.Clip(needs), needsOf(t, line[2])...)
		}
	}
	quickly(t, func(t *testing.T, s *Service) { of.play(t, s, text) }, needs...)
}

// quickly runs a test in virtual time, unless a CLI or a real service takes part.
func quickly(t *testing.T, test func(*testing.T, *Service), needs ...Need) {
	t.Helper()
	if throughCLI(needs) {
		test(t, Start(t, needs...))
		return
	}
	InVirtualTime(t, test, needs...)
}

// fill replaces the placeholders of a text.
func (s *Service) fill(text string, row Values) string {
	fixture := reflect.ValueOf(s.Fixture)
	return placeholder.ReplaceAllStringFunc(text, func(at string) string {
		part := placeholder.FindStringSubmatch(at)
		if value, ok := row[part[1]]; ok {
			return arguments(value, part[2], row, part[3])
		}
		if field := fixture.FieldByName(part[1]); field.IsValid() {
			return field.String() + part[2] + part[3]
		}
		return s.ID(part[1]) + part[2] + part[3]
	})
}

// arguments returns a value of a row as text; an object as its arguments, with those of another one
// or without one.
func arguments(value any, operator string, row Values, other string) string {
	switch value := value.(type) {
	case string:
		return value + operator + other
	case Values:
		switch all := maps.Clone(value); operator {
		case "+":
			more, _ := row[other].(Values)
			maps.Copy(all, more)
			value = all
		case "~":
			delete(all, other)
			value = all
		}
		return body(value)
	}
	return expression(value) + operator + other
}

// play plays a case with a service.
func (r *script) play(t *testing.T, s *Service, text string) {
	t.Helper()
	r.t, r.s, r.base, r.token = t, s, "...", s.token
	if s.order = r.order; r.order != "" {
		r.inProcess()
	}
	lines := strings.Split(strings.TrimSpace(s.fill(text, r.row)), "\n")
	for i := 0; i < len(lines); {
		line, block := lines[i], ""
		for i++; i < len(lines) && (strings.HasPrefix(lines[i], "  ") || lines[i] == ""); i++ {
			block += strings.TrimPrefix(lines[i], "  ") + "\n"
		}
		word, rest, _ := strings.Cut(line, " ")
		if name, conditional := strings.CutPrefix(word, "?"); conditional {
			name, without := strings.CutPrefix(name, "!")
			if (r.row[name] == nil) != without {
				continue
			}
			word, rest, _ = strings.Cut(rest, " ")
		}
		if !slices.Contains([]string{"", "#", "quirks", "needs"}, word) {
			r.read(word, rest, block)
		}
	}
	r.end()
	if len(r.before) > 0 {
		r.read("base", "", "...")
		r.read("apply", "", "")
		r.end()
	}
	s.Test(t, r.done...)
}

// inProcess skips a script that a CLI cannot run.
func (r *script) inProcess() {
	if ThroughCLI() {
		r.t.Skip("a CLI cannot do this")
	}
}

// read reads a line with the block below it.
func (r *script) read(word, rest, block string) {
	inside, after, _ := strings.Cut(block, "+\n")
	config := strings.Replace(r.base, "...", inside, 1) + after
	switch word {
	case "base":
		r.base = block
	case "apply":
		r.begin(func(checks []resource.TestCheckFunc) Option { return Check(checks...) }, config)
	case "drifts":
		r.options = append(r.options, WantDrift())
		r.begin(func(checks []resource.TestCheckFunc) Option { return Check(checks...) }, config)
	case "fails":
		r.begin(nil, config, wants(rest))
	case "tries":
		r.inProcess()
		r.before = append(r.before, func() { r.s.tries = true })
		r.begin(nil, config)
	case "refused":
		r.begin(nil, config, PlanOnly(), wants(rest))
	case "plans":
		action, address, _ := strings.Cut(rest, " ")
		r.begin(nil, config, WantAction(address, plancheck.ResourceActionType(action)))
	case "import":
		r.end()
		words := strings.Fields(rest)
		r.done = append(r.done, Import(words[0], words[1:]...)...)
	case "taint", "untaint", "replace", "stale", "provider", "as", "between", "fault", "when", "always",
		http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete:
		r.end()
		r.change(word, rest)
	case "sent":
		r.sent = append(r.sent, rest)
	case "shows":
		r.shown = append(r.shown, WantPlan(shows(rest)))
	default:
		r.checks = append(r.checks, r.check(word, rest))
	}
}

// change reads a line that changes the next step.
func (r *script) change(word, rest string) {
	switch word {
	case "taint":
		r.options = append(r.options, func(s *step) { s.Taint = append(s.Taint, rest) })
	case "untaint":
		r.inProcess()
		r.before = append(r.before, func() { r.s.workspace.state.objects[rest].Tainted = false })
	case "replace":
		r.inProcess()
		r.before = append(r.before, func() { r.s.replaced = rest })
	case "stale":
		r.inProcess()
		r.before = append(r.before, func() { r.s.stale = true })
	case "provider":
		if r.provider = append(r.provider, rest); rest == "" {
			r.provider = nil
		}
	case "as":
		r.token = rest
	case "between":
		r.options = append(r.options, ChangedConcurrently(r.action(rest)))
	default:
		r.before = append(r.before, r.action(word+" "+rest))
	}
}

// wants works like WantError for a text in which … is any text.
func wants(text string) Option {
	return func(s *step) { s.ExpectError = some(text) }
}

func some(text string) *regexp.Regexp {
	text = strings.ReplaceAll(text, " … ", "…")
	return regexp.MustCompile(strings.ReplaceAll(Message(text).String(), "…", ".*"))
}

// begin begins a step. inline adds its checks to it; without, they run before the next one.
func (r *script) begin(inline func([]resource.TestCheckFunc) Option, config string, options ...Option) {
	r.end()
	block := strings.Replace(r.s.ProviderBlock(r.provider...), r.s.token, r.token, 1)
	options = append(append([]Option{Before(r.run(r.before))}, r.options...), options...)
	options = append(options, func(s *step) { s.Config = block + config })
	r.before, r.options = nil, nil
	r.now = func(checks []resource.TestCheckFunc) {
		if inline != nil {
			options = append(options, inline(checks))
		} else {
			r.before = append(r.before, func() {
				for _, check := range checks {
					if err := check(r.s.recorded()); err != nil {
						r.t.Errorf("after step %d: %s", len(r.done), err)
					}
				}
			})
		}
		r.done = append(r.done, r.s.Step(config, append(options, r.shown...)...))
	}
}

// run returns a function that makes things happen before a step.
func (r *script) run(before []func()) func() {
	return func() {
		r.s.replaced, r.s.stale, r.s.tries = "", false, false
		for _, happens := range before {
			happens()
		}
		r.s.warned = nil
	}
}

// end ends the last step, whose checks are complete.
func (r *script) end() {
	if r.now == nil {
		return
	}
	if r.sent != nil {
		r.checks = append(r.checks, r.wrote(r.sent))
	}
	r.now(r.checks)
	r.now, r.checks, r.sent, r.shown = nil, nil, nil, nil
}

// action returns what a line makes happen.
func (r *script) action(line string) func() {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "forget":
		return func() { r.s.warned = nil }
	case "fault":
		var faults []sim.Fault
		if err := json.Unmarshal([]byte("["+rest+"]"), &faults); err != nil {
			r.t.Fatalf("%s: %s", line, err)
		}
		return func() { r.s.SetFaults(r.t, faults...) }
	case "when", "always":
		request, then, _ := strings.Cut(rest, " then ")
		happens := r.action(then)
		var wait func()
		wait = func() {
			r.s.BeforeRequest(r.request(request), func() {
				if happens(); word == "always" {
					wait()
				}
			})
		}
		return wait
	}
	method, path, body := r.parts(line)
	return func() {
		if status, response := r.s.Send(r.t, method, path, body); status >= http.StatusMultipleChoices {
			r.t.Errorf("%s: %d %s", line, status, response)
		}
	}
}

// parts returns the method, the path and the body of a request.
func (r *script) parts(line string) (method, path, body string) {
	method, path, body = cutTwice(line)
	if path != "" && !strings.HasPrefix(path, "/") {
		path = "/core/v1/" + r.s.Client + "/" + path
	}
	return method, path, body
}

// cutTwice returns the method, the path and the body of a request.
func cutTwice(line string) (method, path, body string) {
	method, path, _ = strings.Cut(line, " ")
	path, body, _ = strings.Cut(path, " ")
	return method, path, body
}

// request returns a request in the form of the recorded ones.
func (r *script) request(text string) string {
	method, path, body := r.parts(text)
	return strings.TrimSpace(line(method, path, []byte(body)))
}

// check returns the check of a line. A CLI tells the test no diagnostics, and no state after an
// error.
func (r *script) check(word, rest string) resource.TestCheckFunc {
	test := r.checked(word, rest)
	return func(state *terraform.State) error {
		if r.s.cli && (slices.Contains([]string{"exact", "lacks", "warns", "findings"}, word) ||
			state == nil && slices.Contains([]string{"state", "set", "unset", "output", "hides"}, word)) {
			return nil
		}
		return test(state)
	}
}

func (r *script) checked(word, rest string) resource.TestCheckFunc {
	first, text, _ := strings.Cut(rest, " ")
	attribute := regexp.MustCompile(`^((?:data\.)?\w+\.\w+)\.(.*)$`).FindStringSubmatch(first)
	switch {
	case word == "state" && attribute != nil:
		return resource.TestCheckResourceAttr(attribute[1], attribute[2], text)
	case word == "set" && attribute != nil:
		return resource.TestCheckResourceAttrSet(attribute[1], attribute[2])
	case word == "unset" && attribute != nil:
		return resource.TestCheckNoResourceAttr(attribute[1], attribute[2])
	case word == "output":
		return resource.TestCheckOutput(first, text)
	}
	return func(state *terraform.State) error {
		switch word {
		case "hides":
			shown := sensitiveLine.ReplaceAllString(state.String(), "")
			return hides(shown, rest, strings.Contains(shown, rest))
		case "exact":
			return r.s.workspace.exact()
		case "lacks":
			said := strings.Join(r.s.warned, "\n")
			return hides(said, rest, some(rest).MatchString(said))
		case "warns":
			return r.warned(rest)
		case "findings":
			slices.Sort(r.s.warned)
			said := strings.Join(slices.Compact(r.s.warned), "\n")
			return counted(rest, len(finding.FindAllString(said, -1)))
		case "holds", "gone", "answers", "refuses":
			return r.answered(word, first, text)
		}
		return r.requested(word, rest)
	}
}

func hides(text, part string, found bool) error {
	if found {
		return fmt.Errorf("%q is in %s", part, text)
	}
	return nil
}

// counted checks a number, which "<3" bounds.
func counted(want string, got int) error {
	if limit, bounded := strings.CutPrefix(want, "<"); bounded {
		if most, err := strconv.Atoi(limit); err != nil || got < most {
			return err
		}
	}
	return Equal(want, strconv.Itoa(got))
}

// requested checks the requests of a step.
func (r *script) requested(word, rest string) error {
	switch word {
	case "asked":
		if want := r.request(rest); !slices.Contains(r.s.Requests(), want) {
			return fmt.Errorf("%s was not sent, but %q", want, r.s.Requests())
		}
	case "writes":
		return counted(rest, len(r.s.Writes()))
	case "quiet":
		return Equal(0, len(r.s.Requests()))
	case "conflicts":
		return counted(rest, len(r.s.conflicts()))
	default:
		r.t.Fatalf("the script has an unknown line: %s %s", word, rest)
	}
	return nil
}

// answered checks a response to another writer.
func (r *script) answered(word, first, text string) error {
	if word == "holds" || word == "gone" {
		return r.remote(word+" "+first, text)
	}
	method, path, body := r.parts(text)
	if _, response := r.s.Send(r.t, method, path, body); strings.Contains(response, first) != (word == "answers") {
		return fmt.Errorf("%s: %s", text, response)
	}
	return nil
}

// shows checks which keys of a map a plan changes, regardless of null values.
type shows string

// CheckPlan implements plancheck.PlanCheck.
func (s shows) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	words := strings.Fields(string(s))
	at := strings.LastIndex(words[0], ".")
	resp.Error = fmt.Errorf("%s is not in the plan", words[0])
	for _, change := range req.Plan.ResourceChanges {
		if change.Address != words[0][:at] {
			continue
		}
		before, after, got := members(change.Change.Before), members(change.Change.After), []string{}
		before, after = members(before[words[0][at+1:]]), members(after[words[0][at+1:]])
		all := maps.Clone(before)
		maps.Copy(all, after)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if !reflect.DeepEqual(bare(before[key]), bare(after[key])) {
				got = append(got, key)
			}
		}
		resp.Error = Equal(words[1:], got)
	}
}

// bare returns a value without the members that are null.
func bare(value any) any {
	if _, ok := value.(map[string]any); ok {
		return members(value)
	}
	return value
}

// members returns the members of an object in a plan that are not null; nil for no object.
func members(value any) map[string]any {
	object, _ := value.(map[string]any)
	object = maps.Clone(object)
	maps.DeleteFunc(object, func(_ string, member any) bool { return member == nil })
	return object
}

// remote checks an object in the service; without a text, that it does not exist.
func (r *script) remote(line, want string) error {
	_, path, _ := r.parts(line)
	status, body := r.s.Send(r.t, http.MethodGet, path, "")
	if want == "" {
		return Equal(http.StatusNotFound, status)
	}
	var fields, object any
	if err := json.Unmarshal([]byte(want), &fields); err != nil {
		return fmt.Errorf("%s: %w", want, err)
	}
	if json.Unmarshal([]byte(body), &object) != nil || !contains(object, fields) {
		return fmt.Errorf("%s: %d %s", line, status, body)
	}
	return nil
}

// contains reports whether a decoded JSON value is another one, where an object may have further
// fields and a list any order.
func contains(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		for name, value := range want {
			ok = ok && contains(object[name], value)
		}
		return ok
	case []any:
		list, ok := got.([]any)
		for _, element := range want {
			at := slices.IndexFunc(list, func(e any) bool { return contains(e, element) })
			if at < 0 {
				return false
			}
			list = slices.Delete(list, at, at+1)
		}
		return ok && len(list) == 0
	}
	return reflect.DeepEqual(got, want)
}

// wrote returns the check of all writes of a step.
func (r *script) wrote(lines []string) resource.TestCheckFunc {
	var want []string
	for _, text := range lines {
		if text != "" {
			want = append(want, r.request(text))
		}
	}
	if !slices.ContainsFunc(want, func(request string) bool { return strings.Contains(request, "*") }) {
		return r.s.Sent(want...)
	}
	return func(*terraform.State) error {
		got := r.s.Writes()
		for _, request := range want {
			pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(request), `\*`, `[^/" ]*`) + "$")
			at := slices.IndexFunc(got, pattern.MatchString)
			if at < 0 {
				return fmt.Errorf("%s was not sent, but %q", request, got)
			}
			got = slices.Delete(got, at, at+1)
		}
		return Equal(0, len(got))
	}
}

// warned checks the warnings of a step.
func (r *script) warned(want string) error {
	all := strings.Join(r.s.warned, "\n")
	if want == "" && all == "" || want != "" && some(want).MatchString(all) {
		return nil
	}
	return fmt.Errorf("the warnings are not %q, but: %s", want, all)
}
