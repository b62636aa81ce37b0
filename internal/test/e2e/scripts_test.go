package e2e

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// reviews is the folder with the scripts of TestReviews, scripts that of TestScripts, and ownName
// that of tests with their own names. A line of a script is a command with its arguments, and the
// following lines that begin with a tab are the text for it. HERE and THERE are the addresses of
// two services with the demo tenant, FOLDER is that of the script, BUILT that of the provider, and
// the environment has the login of an administrator of the first service. A script does this:
//
//	write FILE                    writes the text to a file, a program if it begins with #!
//	add FILE                      adds the text to a file
//	replace FILE OLD NEW          replaces a text in a file
//	edit FILE PATTERN NEW         replaces what a regular expression matches
//	copy FROM TO                  copies a file
//	take FOLDER TO                copies a folder or file of the repository
//	remove FILE…                  removes files
//	read FILE                     shows a file, unpacked if it is a saved plan
//	sent                          shows the writes to the first service and their bodies
//	cd FOLDER                     changes to a folder
//	environment VARIABLE          sets a variable
//	cli CODE VARIABLE… ARGUMENT…  runs the CLI, which ends with this exit code
//	show PLAN FILE                writes the JSON of a saved plan to a file
//	idmctl CODE VARIABLE… ARG…    runs idmctl
//	review CODE ARGUMENT…         runs idmctl review
//	snapshot FILE ARGUMENT…       runs idmctl snapshot
//	seed FILE QUIRK…              gives the first service the tenant of a file, or of one of testdata, whose
//	                              administrator has the token admin
//	call METHOD PATH              changes the first service, or shows what it answers to a GET; the text
//	                              is the body
//	faults FAULT…                 makes the first service fail, or not any more
//	answer PATTERN STATUS TYPE    answers requests to the first service, as texts of their method, path
//	                              and body, with the text, in which REPEATED is the body as JSON; without
//	                              arguments no more
//	forget                        forgets the requests to the first service
//	mirror [SOURCE]               lets the CLI install the provider, under this source address
//	claim TIME                    makes reviewed.tfplan and reviewed.json claim that they are of this time
//	only tofu                     skips the script with Terraform
//
// And it decides this, where a CLI may break a text into several lines, and Markdown have backquotes:
//
//	has TEXT…                     what was printed or read last contains the texts, and each line of
//	                              the text
//	lacks TEXT…                   it contains none of them
//	is EXPRESSION                 an expression of the configuration language is true
//	lists EXPRESSION              a list has the elements in the text
//	let NAME EXPRESSION           gives a value a name; $NAME in a word is a text of that name
//	adopts EXPRESSION             a plan imports so many objects and changes nothing
//	never TEXT…                   no report of a review, no output of idmctl or the CLI contains the
//	                              texts
//	live                          nothing is recorded: the apply has effects that no review can know, or
//	                              a review reads more than its arguments name
//
// An expression knows out and err, what was printed to both, the state of the first service, the
// requests to it and the writes among them, as texts of their method and path, and the number of
// requests that were answered.
const reviews, scripts, ownName = "testdata/reviews", "testdata/scripts", "testdata/named/"

// eachScript runs the scripts of a folder in parallel.
func eachScript(t *testing.T, folder string, run func(t *testing.T, name, script string)) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), folder+"/"), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			run(t, name, string(script))
		})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestReviews makes plans with the CLI, reviews and applies them as the scripts say. All effects of
// an apply on the access of users are within the bounds of each review of its plan.
func TestReviews(t *testing.T) {
	t.Parallel()
	eachScript(t, reviews, func(t *testing.T, name, script string) {
		inCorpus(t, name)
		h := newHiding(t)
		h.recorder = &recorder{hiding: h, of: recordedCase{Whole: true}, applied: map[string]applied{}, files: map[string]string{}}
		h.play(script)
		h.recorder.finish(name)
	})
}

// Each script says in its first lines what it decides.
func TestScripts(t *testing.T) {
	plays(t, scripts)
}

func plays(t *testing.T, folder string) {
	t.Helper()
	t.Parallel()
	eachScript(t, folder, func(t *testing.T, _, script string) {
		h, temp := newHiding(t), t.TempDir()
		h.environment = append(h.environment, "TMPDIR="+temp)
		h.play(script)
		if left, err := filepath.Glob(filepath.Join(temp, "idm-*")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

// The tests below play scripts that documents or campaigns name.

func TestDrift(t *testing.T) { plays(t, ownName+"drift.txt") }

// Invariants are decided for a plan, a rehearsed copy and the tenant, wherever they are asked for.
func TestInvariants(t *testing.T) { plays(t, ownName+"invariants.txt") }

func TestEphemeral_valuesAppearNowhere(t *testing.T) { plays(t, ownName+"ephemeral.txt") }

func TestSecrets_appearNowhere(t *testing.T) { plays(t, ownName+"secrets") }

func TestSecrets_ofEveryType(t *testing.T) { plays(t, ownName+"secrets_of_every_type.txt") }

func TestSecrets_definitionsFail(t *testing.T) { plays(t, ownName+"secrets_definitions_fail.txt") }

func TestSecrets_definitionsFailInARefresh(t *testing.T) {
	plays(t, ownName+"secrets_definitions_fail_in_a_refresh.txt")
}

func TestSecrets_changedInACollection(t *testing.T) {
	plays(t, ownName+"secrets_changed_in_a_collection.txt")
}

func TestReview_encrypted(t *testing.T) { plays(t, ownName+"review_encrypted.txt") }

func TestNormalForms(t *testing.T) { plays(t, ownName+"normal_forms.txt") }

func TestProviderNames(t *testing.T) { plays(t, ownName+"provider_names") }

func TestRecreated_savedPlan(t *testing.T) { plays(t, ownName+"recreated_saved_plan.txt") }

func TestRehearse_backend(t *testing.T) { plays(t, ownName+"rehearse_backend.txt") }

// word matches an argument of a command, which may be quoted as in Go.
var word = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)

// wordsOf splits a command into its words.
func wordsOf(command string) (words []string) {
	for _, each := range word.FindAllString(command, -1) {
		if unquoted, err := strconv.Unquote(each); err == nil {
			each = unquoted
		}
		words = append(words, each)
	}
	return words
}

// variable matches an argument that sets a variable of the environment.
var variable = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*=`)

func (h *hiding) playFile(path string) {
	h.t.Helper()
	script, err := os.ReadFile(path)
	h.failed(err)
	h.play(string(script))
}

func (h *hiding) play(script string) {
	h.t.Helper()
	script = strings.NewReplacer("HERE", h.url, "THERE", h.secondURL, "BUILT", binary(h.t), "FOLDER", h.folder).Replace(script)
	lines := strings.Split(script, "\n")
	for len(lines) > 0 {
		command, text := lines[0], ""
		for lines = lines[1:]; len(lines) > 0 && (lines[0] == "" || lines[0][0] == '\t'); lines = lines[1:] {
			text += strings.TrimPrefix(lines[0], "\t") + "\n"
		}
		h.t.Log(command)
		command, rest, _ := strings.Cut(command, " ")
		words := wordsOf(rest)
		for i := range words {
			for name, value := range h.values {
				if value.Type() == cty.String {
					words[i] = strings.ReplaceAll(words[i], "$"+name, value.AsString())
				}
			}
		}
		switch {
		case command == "" || command == "#":
		case h.decide(command, rest, text, words), h.edit(command, text, words), h.run(command, text, words):
		default:
			h.t.Fatalf("no command %s", command)
		}
	}
}

// edit changes files.
func (h *hiding) edit(command, text string, words []string) bool {
	h.t.Helper()
	switch command {
	case "write":
		h.write(words[0], text)
		if strings.HasPrefix(text, "#!") {
			h.failed(os.Chmod(filepath.Join(h.folder, words[0]), 0o700))
		}
	case "add":
		h.write(words[0], h.read(words[0])+text)
	case "replace":
		before := h.read(words[0])
		if !strings.Contains(before, words[1]) {
			h.t.Fatalf("%s has no %q:\n%s", words[0], words[1], before)
		}
		h.write(words[0], strings.ReplaceAll(before, words[1], words[2]))
	case "edit":
		pattern, before := regexp.MustCompile(words[1]), h.read(words[0])
		if !pattern.MatchString(before) {
			h.t.Fatalf("%s has no %s:\n%s", words[0], pattern, before)
		}
		h.write(words[0], pattern.ReplaceAllString(before, words[2]))
	case "copy":
		h.write(words[1], h.read(words[0]))
	case "take":
		h.take(filepath.Join("..", "..", "..", words[0]), filepath.Join(h.folder, words[1]))
	case "remove":
		for _, name := range words {
			h.remove(name)
		}
	case "read":
		if h.out, h.err = h.read(words[0]), ""; strings.HasPrefix(h.out, "PK") {
			h.out = unzipped(h.t, filepath.Join(h.folder, words[0]))
		}
	case "cd":
		h.folder = filepath.Join(h.folder, words[0])
	case "environment":
		h.environment = append(h.environment, words...)
	default:
		return false
	}
	return true
}

// failed ends the script if err is an error.
func (h *hiding) failed(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// take copies a folder or a file.
func (h *hiding) take(from, to string) {
	h.t.Helper()
	about, err := os.Stat(from)
	h.failed(err)
	if about.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else {
		var content []byte
		if content, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(to, content, 0o600)
		}
	}
	h.failed(err)
}

// run runs a program, or changes a service.
func (h *hiding) run(command, text string, words []string) bool {
	h.t.Helper()
	switch command {
	case "show":
		h.write(words[1], h.must(0, "show", "-json", words[0]))
	case "cli", "idmctl", "review":
		h.program(command, words)
	case "snapshot":
		h.snapshot(words[0], words[1:]...)
	case "seed":
		h.seed(words[0], words[1:]...)
	case "call":
		if got := h.behindTheBack(words[0], words[1], text); words[0] == "GET" {
			h.out, h.err = got, ""
		}
	case "faults":
		h.faults(words)
	case "answer":
		if len(words) == 0 {
			h.answers = nil
		} else {
			status, err := strconv.Atoi(words[1])
			h.failed(err)
			h.answers = append(h.answers, &answer{pattern: regexp.MustCompile(words[0]), status: status, form: words[2], text: text})
		}
	case "sent":
		h.out, h.err = "", ""
		for _, r := range h.sim.Requests() {
			if r.Method != "GET" {
				h.out += r.Method + " " + r.Path + " " + r.Body + "\n"
			}
		}
	case "forget":
		h.sim.ClearRequests()
	case "mirror":
		h.mirrored(strings.Join(words, ""))
	case "claim":
		h.dated(words[0])
	case "only":
		if openTofu() != (words[0] == "tofu") {
			h.t.Skip("for " + words[0])
		}
	default:
		return false
	}
	return true
}

// seed gives the first service another tenant.
func (h *hiding) seed(file string, quirks ...string) {
	h.t.Helper()
	content := sim.DemoSeed()
	if file != "demo" {
		var err error
		if content, err = os.ReadFile(filepath.Join(h.folder, file)); err != nil {
			content, err = os.ReadFile(filepath.Join("testdata", file))
		}
		h.failed(err)
		h.token = "admin"
		h.environment = append(h.environment, "IDM_TOKEN=admin")
	}
	server, err := sim.New(sim.Options{Seed: content, Quirks: quirks})
	h.failed(err)
	h.sim = server
}

func (h *hiding) faults(words []string) {
	h.t.Helper()
	faults := make([]sim.Fault, len(words))
	for i, each := range words {
		var err error
		if faults[i], err = sim.ParseFault(each); err != nil {
			h.t.Fatal(err)
		}
	}
	if err := h.sim.SetFaults(faults...); err != nil {
		h.t.Fatal(err)
	}
}

// program runs the CLI or idmctl. The variables before the arguments are those of this run.
func (h *hiding) program(name string, words []string) {
	h.t.Helper()
	code, err := strconv.Atoi(words[0])
	h.failed(err)
	before, arguments := h.environment, slices.Clone(words[1:])
	for len(arguments) > 0 && variable.MatchString(arguments[0]) {
		h.environment, arguments = append(slices.Clone(h.environment), arguments[0]), arguments[1:]
	}
	switch name {
	case "review":
		h.out, h.err = h.review(code, arguments...)
	case "cli":
		if slices.Contains([]string{"plan", "apply", "destroy", "init", "test"}, arguments[0]) {
			arguments = slices.Insert(arguments, 1, "-no-color")
		}
		h.out, h.err = h.must(code, arguments...), ""
		if h.recorder == nil {
			h.lacks(h.never, nil, h.out)
		}
	default:
		plans := slices.Contains([]string{"review", "drift", "rehearse"}, arguments[0]) || slices.Contains(arguments, "--plan")
		if plans && !slices.Contains(arguments, "--cli") {
			arguments = append(arguments, "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"))
		}
		var got int
		if h.out, h.err, got = h.companion(h.environment, arguments...); got != code {
			h.t.Fatalf("idmctl %q: exit code %d, want %d\n%s%s", arguments, got, code, h.out, h.err)
		}
		h.lacks(h.never, arguments, h.out+h.err)
	}
	h.environment = before
}

// decide checks what was printed, files and the service.
func (h *hiding) decide(command, rest, text string, words []string) bool {
	h.t.Helper()
	switch command {
	case "has", "lacks":
		marks := []string{"│", ""}
		if command == "has" {
			marks = append(marks, "`", "")
		}
		plain := strings.Join(strings.Fields(strings.NewReplacer(marks...).Replace(h.out+h.err)), " ")
		texts := slices.Concat(words, linesOf(text))
		if len(texts) == 0 {
			h.t.Fatalf("%s what?", command)
		}
		for _, each := range texts {
			if found := strings.Contains(h.out+h.err, each) || strings.Contains(plain, each); found != (command == "has") {
				h.t.Errorf("%s %q:\n%s%s", command, each, h.out, h.err)
			}
		}
	case "is":
		if expression := rest + text; !h.value(expression).RawEquals(cty.True) {
			h.t.Errorf("it is not so: %s\n%s%s", expression, h.out, h.err)
		}
	case "lists":
		var got []string
		for _, each := range h.value(rest).AsValueSlice() {
			got = append(got, each.AsString())
		}
		same(h.t, rest, got, linesOf(text)...)
	case "let":
		name, expression, _ := strings.Cut(rest, " ")
		h.values[name] = h.value(expression + text)
	case "adopts":
		number, _ := h.value(rest).AsBigFloat().Int64()
		(&exporting{workspace: h.workspace}).adopts(h.folder, int(number))
	case "never":
		if h.never = words; h.recorder != nil {
			h.recorder.of.Never = words
		}
	case "live":
		h.recorder.live = true
	default:
		return false
	}
	return true
}

// linesOf returns the lines of a text that are not empty.
func linesOf(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" })
}

// value evaluates an expression.
func (h *hiding) value(expression string) cty.Value {
	h.t.Helper()
	state, err := stdlib.JSONDecode(cty.StringVal(string(h.sim.State())))
	h.failed(err)
	variables := map[string]cty.Value{"out": cty.StringVal(h.out), "err": cty.StringVal(h.err), "state": state}
	requests, writes := []cty.Value{}, []cty.Value{}
	for _, r := range h.sim.Requests() {
		request := cty.StringVal(r.Method + " " + r.Path)
		if requests = append(requests, request); r.Method != "GET" && !strings.HasSuffix(r.Path, "/search") {
			writes = append(writes, request)
		}
	}
	answered := int64(0)
	for _, a := range h.answers {
		answered += a.count.Load()
	}
	variables["answered"] = cty.NumberIntVal(answered)
	variables["requests"], variables["writes"] = cty.TupleVal(requests), cty.TupleVal(writes)
	maps.Copy(variables, h.values)
	parsed, diags := hclsyntax.ParseExpression([]byte(expression), "expression", hcl.InitialPos)
	if diags.HasErrors() {
		h.t.Fatalf("%s: %v", expression, diags)
	}
	value, diags := parsed.Value(&hcl.EvalContext{Variables: variables, Functions: h.functions()})
	if diags.HasErrors() {
		h.t.Fatalf("%s: %v\n%s%s", expression, diags, h.out, h.err)
	}
	return value
}

// texts are functions of values alone: has and count look for a text in another one, and size counts
// the bytes of one.
var texts = map[string]function.Function{
	"concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc, "flatten": stdlib.FlattenFunc, "format": stdlib.FormatFunc,
	"join": stdlib.JoinFunc, "json": stdlib.JSONDecodeFunc, "jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc,
	"length": stdlib.LengthFunc, "merge": stdlib.MergeFunc, "regexall": stdlib.RegexAllFunc,
	"regexreplace": stdlib.RegexReplaceFunc, "sort": stdlib.SortFunc,
	"split": stdlib.SplitFunc, "substr": stdlib.SubstrFunc, "trimspace": stdlib.TrimSpaceFunc, "try": tryfunc.TryFunc,
	"upper": stdlib.UpperFunc,
	"has":   ofTexts(cty.Bool, func(texts []string) cty.Value { return cty.BoolVal(strings.Contains(texts[0], texts[1])) }),
	"count": ofTexts(cty.Number, func(texts []string) cty.Value { return cty.NumberIntVal(int64(strings.Count(texts[0], texts[1]))) }),
	"size":  ofTexts(cty.Number, func(texts []string) cty.Value { return cty.NumberIntVal(int64(len(texts[0]))) }),
}

// functions are those of an expression: file reads one, mode and sha256 tell of one, files lists
// those that match a pattern, sarif lists findings, drift the objects in a part of a report of
// drift, and review the changes of access in a review.
func (h *hiding) functions() map[string]function.Function {
	functions := maps.Clone(texts)
	maps.Copy(functions, map[string]function.Function{
		"sha256": ofTexts(cty.String, func(texts []string) cty.Value {
			return cty.StringVal(fmt.Sprintf("%x", sha256.Sum256([]byte(h.read(texts[0])))))
		}),
		"file": ofTexts(cty.String, func(texts []string) cty.Value { return cty.StringVal(h.read(texts[0])) }),
		"mode": ofTexts(cty.String, func(texts []string) cty.Value {
			about, err := os.Stat(filepath.Join(h.folder, texts[0]))
			h.failed(err)
			return cty.StringVal(fmt.Sprintf("%o", about.Mode().Perm()))
		}),
		"files": ofTexts(cty.List(cty.String), func(texts []string) cty.Value {
			paths, err := filepath.Glob(filepath.Join(h.folder, texts[0]))
			h.failed(err)
			for i := range paths {
				paths[i] = paths[i][len(h.folder)+1:]
			}
			return listOf(paths)
		}),
		"drift": ofTexts(cty.List(cty.String), func(texts []string) cty.Value {
			var all map[string]json.RawMessage
			var found []driftObject
			decodeJSON(h.t, texts[0], &all)
			decodeJSON(h.t, all[texts[1]], &found)
			return listOf(lines(found))
		}),
		"review": ofTexts(cty.List(cty.String), func(texts []string) cty.Value { return listOf(decodeReview(h.t, texts[0]).lines()) }),
		"sarif": ofTexts(cty.List(cty.String), func(texts []string) cty.Value {
			return listOf(h.sarif(texts[0]))
		}),
	})
	return functions
}

// ofTexts returns a function of texts.
func ofTexts(result cty.Type, do func(texts []string) cty.Value) function.Function {
	return function.New(&function.Spec{
		VarParam: &function.Parameter{Name: "texts", Type: cty.String},
		Type:     function.StaticReturnType(result),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			var texts []string
			for _, each := range args {
				texts = append(texts, each.AsString())
			}
			return do(texts), nil
		},
	})
}

func listOf(texts []string) cty.Value {
	if len(texts) == 0 {
		return cty.ListValEmpty(cty.String)
	}
	values := make([]cty.Value, len(texts))
	for i, each := range texts {
		values[i] = cty.StringVal(each)
	}
	return cty.ListVal(values)
}
