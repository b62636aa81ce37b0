package acctest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
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

// placeholder is a name in a script: an argument of Script, a field of Fixture, or an external ID.
var placeholder = regexp.MustCompile(`\B@(\w+)`)

// Script runs the script of a test, which is testdata/<its name without Test>.txt, with a service
// of its own. Each line "-- name --" begins a case, which is a subtest; what precedes the first case
// belongs to all. @name in a script is the value of a name, of a field of Fixture, or else
// Service.ID.
//
// A step is one of these lines with its configuration indented below it:
//
//	apply                 applies it, after which the plan is empty
//	drifts                applies it, after which the plan is not empty
//	fails TEXT            fails with a text, in which … is any text
//	refused TEXT          fails with a text in the plan
//	plans ACTION ADDRESS  only plans it, with an action
//	import ADDRESS        imports the object again, by its ID and its identity
//
// "base" has text below it in which "..." is the place of the configurations of the next steps, to
// which they add what is below a line "+". Lines before a step are what happens before its plan or,
// with "between" in front, before its apply: a request "METHOD path body" of another writer, "fault
// JSON" or "when METHOD path then …", which waits for a request. "quirks", before the first step,
// and "taint ADDRESS" change the step. The lines after a step check it:
//
//	sent METHOD path body  its writes, a line each, in any order, where * is any ID; "sent" for none
//	asked METHOD path      one of its requests
//	writes NUMBER          the number of its writes
//	quiet                  it sent no request
//	holds path JSON        an object in the service contains these fields; null means none
//	gone path              the service has no such object
//	state ADDRESS.NAME TEXT, set ADDRESS.NAME, unset ADDRESS.NAME, output NAME TEXT
//	warns TEXT             one of its warnings, if no CLI runs the step; "warns" for none
//	conflicts NUMBER       the refusals because of a version since the start
//
// Paths without a leading slash are relative to the client.
func Script(t *testing.T, names map[string]string, needs ...Need) {
	t.Helper()
	test, _, _ := strings.Cut(t.Name(), "/")
	content, err := os.ReadFile("testdata/" + strings.TrimPrefix(test, "Test") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	common, cases := "", strings.Split("\n"+string(content), "\n-- ")
	if common = cases[0]; len(cases) == 1 {
		t.Parallel()
		runScript(t, common, names, needs)
		return
	}
	for _, text := range cases[1:] {
		name, lines, _ := strings.Cut(text, " --\n")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runScript(t, common+"\n"+lines, names, needs)
		})
	}
}

// script is a script while it is read.
type script struct {
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
}

func runScript(t *testing.T, text string, names map[string]string, needs []Need) {
	t.Helper()
	for _, quirks := range regexp.MustCompile(`(?m)^quirks (.*)$`).FindAllStringSubmatch(text, -1) {
		needs = append(slices.Clip(needs), Quirks(strings.Fields(quirks[1])...))
	}
	r := &script{t: t, s: Start(t, needs...), base: "..."}
	fixture := reflect.ValueOf(r.s.Fixture)
	text = placeholder.ReplaceAllStringFunc(text, func(at string) string {
		if value, ok := names[at[1:]]; ok {
			return value
		}
		if field := fixture.FieldByName(at[1:]); field.IsValid() {
			return field.String()
		}
		return r.s.ID(at[1:])
	})
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := 0; i < len(lines); {
		line, block := lines[i], ""
		for i++; i < len(lines) && (strings.HasPrefix(lines[i], "  ") || lines[i] == ""); i++ {
			block += strings.TrimPrefix(lines[i], "  ") + "\n"
		}
		if word, rest, _ := strings.Cut(line, " "); word != "" && word != "#" && word != "quirks" {
			r.read(word, rest, block)
		}
	}
	r.end()
	if len(r.before) > 0 {
		r.read("base", "", "...")
		r.read("apply", "", "")
		r.end()
	}
	r.s.Test(t, r.done...)
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
	case "refused":
		r.begin(nil, config, PlanOnly(), wants(rest))
	case "plans":
		action, address, _ := strings.Cut(rest, " ")
		r.begin(nil, config, WantAction(address, plancheck.ResourceActionType(action)))
	case "import":
		r.end()
		r.done = append(r.done, Import(rest)...)
	case "taint":
		r.end()
		r.options = append(r.options, func(s *step) { s.Taint = append(s.Taint, rest) })
	case "between":
		r.end()
		r.options = append(r.options, ChangedConcurrently(r.action(rest)))
	case "fault", "when", http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete:
		r.end()
		r.before = append(r.before, r.action(word+" "+rest))
	case "sent":
		r.sent = append(r.sent, rest)
	default:
		r.checks = append(r.checks, r.check(word, rest))
	}
}

// wants works like WantError for a text in which … is any text.
func wants(text string) Option {
	return func(s *step) {
		s.ExpectError = regexp.MustCompile(strings.ReplaceAll(Message(text).String(), "…", ".*"))
	}
}

// begin begins a step. inline adds its checks to it; without, they run before the next one.
func (r *script) begin(inline func([]resource.TestCheckFunc) Option, config string, options ...Option) {
	r.end()
	options = append(append([]Option{Before(r.run(r.before))}, r.options...), options...)
	r.before, r.options = nil, nil
	r.now = func(checks []resource.TestCheckFunc) {
		if inline != nil {
			options = append(options, inline(checks))
		} else {
			r.before = append(r.before, func() {
				for _, check := range checks {
					if err := check(nil); err != nil {
						r.t.Errorf("after step %d: %s", len(r.done), err)
					}
				}
			})
		}
		r.done = append(r.done, r.s.Step(config, options...))
	}
}

// run returns a function that makes things happen before a step.
func (r *script) run(before []func()) func() {
	return func() {
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
	r.now, r.checks, r.sent = nil, nil, nil
}

// action returns what a line makes happen.
func (r *script) action(line string) func() {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "fault":
		var faults []sim.Fault
		if err := json.Unmarshal([]byte("["+rest+"]"), &faults); err != nil {
			r.t.Fatalf("%s: %s", line, err)
		}
		return func() { r.s.SetFaults(r.t, faults...) }
	case "when":
		request, then, _ := strings.Cut(rest, " then ")
		return func() { r.s.BeforeRequest(r.request(request), r.action(then)) }
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
	method, path, _ = strings.Cut(line, " ")
	path, body, _ = strings.Cut(path, " ")
	if path != "" && !strings.HasPrefix(path, "/") {
		path = "/core/v1/" + r.s.Client + "/" + path
	}
	return method, path, body
}

// request returns a request in the form of the recorded ones.
func (r *script) request(text string) string {
	method, path, body := r.parts(text)
	return strings.TrimSpace(line(method, path, []byte(body)))
}

// check returns the check of a line.
func (r *script) check(word, rest string) resource.TestCheckFunc {
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
	return func(*terraform.State) error {
		switch word {
		case "asked":
			if want := r.request(rest); !slices.Contains(r.s.Requests(), want) {
				return fmt.Errorf("%s was not sent, but %q", want, r.s.Requests())
			}
		case "writes":
			return Equal(rest, strconv.Itoa(len(r.s.Writes())))
		case "quiet":
			return Equal(0, len(r.s.Requests()))
		case "conflicts":
			return Equal(rest, strconv.Itoa(len(r.s.conflicts())))
		case "holds", "gone":
			return r.remote(word+" "+rest, text)
		case "warns":
			return r.warned(rest)
		default:
			r.t.Fatalf("the script has an unknown line: %s %s", word, rest)
		}
		return nil
	}
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
	if ThroughCLI() || want == "" && all == "" || want != "" && Message(want).MatchString(all) {
		return nil
	}
	return fmt.Errorf("the warnings are not %q, but: %s", want, all)
}
