package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// corpus is the folder with the recorded plans: a folder for each CLI, with a folder for each script
// of TestReviews. With IDM_CORPUS=name-version, TestReviews compares what is reviewed with the
// records of this CLI, or records it if there is nothing recorded. TestCorpus reviews the recorded
// plans again, without a CLI.
const corpus = "testdata/corpus"

// recordedCase is what a script has reviewed. Its files are in the same folder: the configuration,
// the plans, what the CLI shows of them, and the content of the service.
type recordedCase struct {
	// Whole reports that all reviews of the script are recorded, so that `make test` leaves it out.
	Whole   bool
	Reviews []recordedReview
	// Never are texts that no report contains.
	Never []string `json:",omitempty"`
}

// recordedReview is one call of idmctl review.
type recordedReview struct {
	Arguments []string
	Code      int
	// Files maps the names of the files that the review reads to those in the folder of the case.
	Files map[string]string
	// Before is the file with the content of the service at the review, and After the one after the
	// apply of the plan, if there was one. The apply failed if Halfway is set.
	Before  string
	After   string `json:",omitempty"`
	Halfway bool   `json:",omitempty"`
	// Shown are the changes of access, the findings and the failed rules in the JSON of the report.
	Shown []string `json:",omitempty"`
}

// recorder records the reviews of a script.
type recorder struct {
	*hiding
	of recordedCase
	// reviews are all reviews, also those that cannot be repeated.
	reviews []observedReview
	// applied maps the content of a plan to its apply, and files the names of the files of the case to
	// their contents.
	applied map[string]applied
	files   map[string]string
	// live reports that the apply has effects that no review can know, or that a review reads more than
	// its arguments name.
	live bool
}

type observedReview struct {
	recordedReview
	plan, service string
	report        reviewed
	repeatable    bool
}

// applied are the contents of both services before and after an apply.
type applied struct {
	before, after [2]string
	whole         bool
}

// services returns the contents of both services.
func (h *hiding) services() [2]string {
	return [2]string{string(h.sim.State()), string(h.second.State())}
}

// inCorpus skips a script whose reviews are recorded: the campaign runs it.
func inCorpus(t *testing.T, name string) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(corpus, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if of, err := readCase(filepath.Join(folder, name)); err == nil && of.Whole && !rings.InCampaign() {
			t.Skip("`make corpus` runs it: TestCorpus reviews its plans")
		}
	}
}

func readCase(folder string) (recordedCase, error) {
	var of recordedCase
	content, err := os.ReadFile(filepath.Join(folder, "case.json"))
	if err == nil {
		err = json.Unmarshal(content, &of)
	}
	return of, err
}

// store keeps a file of the case, and returns its name there: that of a file with the same content,
// its own, or one with a number in front if another file has this name.
func (r *recorder) store(name, content string) string {
	for stored, of := range r.files {
		if of == content {
			return stored
		}
	}
	stored := name
	for i := 2; r.files[stored] != ""; i++ {
		stored = filepath.Join(filepath.Dir(name), fmt.Sprintf("%d-%s", i, filepath.Base(name)))
	}
	r.files[stored] = content
	return stored
}

// storeService keeps the content of the service.
func (r *recorder) storeService(state string) string {
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(state)); err != nil {
		r.t.Fatal(err)
	}
	return r.store("service.json", compact.String())
}

// unrepeatable matches what another run or another machine would not have.
var unrepeatable = regexp.MustCompile(`127\.0\.0\.1|localhost:|timestamp\(|/(tmp|home|root)/`)

// bound matches a bound of a validity.
var bound = regexp.MustCompile(`"(?:from|to)": ?"([0-9]{4})-`)

// soon reports whether a validity begins or ends in this year or the next one, so that a later
// review of the same plan differs.
func soon(text string) bool {
	for _, found := range bound.FindAllStringSubmatch(text, -1) {
		if year, err := strconv.Atoi(found[1]); err != nil || year-time.Now().Year() >= 0 && year-time.Now().Year() <= 1 {
			return true
		}
	}
	return false
}

// recordedURL replaces the address of the service in recorded files.
const recordedURL = "http://service.invalid"

// assigned matches an external ID that is another one in each run.
var assigned = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// shownAnyway compares what is shown without assigned external IDs and their order.
var shownAnyway = cmp.FilterPath(func(at cmp.Path) bool { return at.Last().String() == ".Shown" },
	cmp.Transformer("assigned", func(shown []string) string {
		lines := strings.Split(assigned.ReplaceAllString(strings.Join(shown, "\n"), "assigned"), "\n")
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}))

// written are the options with a file that the review writes.
var written = []string{"--out", "--report", "--findings"}

// lacks checks that no report of a review contains the texts.
func (w *workspace) lacks(texts, arguments []string, printed string) {
	w.t.Helper()
	for i, argument := range arguments {
		if len(texts) > 0 && i > 0 && slices.Contains(written, arguments[i-1]) {
			printed += w.read(argument[strings.Index(argument, "=")+1:])
		}
	}
	for _, text := range texts {
		if strings.Contains(printed, text) {
			w.t.Errorf("%q shows %q", arguments, text)
		}
	}
}

// reviewed records a review.
func (r *recorder) reviewed(arguments []string, code int, out string) {
	r.t.Helper()
	of := observedReview{recordedReview: recordedReview{Arguments: arguments, Code: code, Files: map[string]string{}}}
	texts, plan := r.inputs(arguments)
	of.plan, of.service = plan, string(r.sim.State())
	if strings.HasPrefix(out, "{") {
		of.report = decodeReview(r.t, out)
		of.Shown = decodeReview(r.t, strings.ReplaceAll(out, r.url, recordedURL)).shown()
	}
	text := strings.Join(append(of.Shown, arguments...), " ")
	of.repeatable = !r.live && r.repeatable() && !soon(of.service) && !unrepeatable.MatchString(text)
	for name, content := range texts {
		if strings.HasPrefix(content, "PK") {
			_, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
			if of.repeatable = of.repeatable && err == nil; of.repeatable {
				content = unzipped(r.t, filepath.Join(r.folder, name))
			}
		} else {
			content = strings.ReplaceAll(content, r.url, recordedURL)
			texts[name] = content
		}
		of.repeatable = of.repeatable && !unrepeatable.MatchString(content) && !soon(content)
	}
	for name, content := range texts {
		if !of.repeatable {
			break
		}
		of.Files[name] = r.store(name, content)
		if !strings.HasPrefix(content, "PK") {
			continue
		}
		if shown, code := r.cli("show", "-json", name); code == 0 {
			of.Files[name+".shown"] = r.store(name+".json", strings.ReplaceAll(shown, r.url, recordedURL))
		}
	}
	if of.repeatable {
		of.Before = r.storeService(of.service)
	}
	r.of.Whole = r.of.Whole && of.repeatable
	r.reviews = append(r.reviews, of)
}

// repeatable reports whether the environment is the one of every workspace with an administrator.
func (w *workspace) repeatable() bool {
	return !slices.ContainsFunc(w.environment, func(variable string) bool {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "PATH", "GOGC", "GOMAXPROCS", "HOME", "TMPDIR", "CHECKPOINT_DISABLE", "TF_CLI_CONFIG_FILE", "TF_IN_AUTOMATION",
			"IDM_CLIENT_EXT_ID", "TF_VAR_second", "TF_VAR_number", "TF_VAR_text", "TF_VAR_any":
			return false
		case "IDM_BASE_URL":
			return value != w.url
		}
		return variable != asAdmin
	})
}

// inputs returns the contents of the files that a review reads, and the content of its saved plan.
func (w *workspace) inputs(arguments []string) (texts map[string]string, plan string) {
	w.t.Helper()
	texts = map[string]string{}
	for i, argument := range arguments {
		if i > 0 && slices.Contains(written, arguments[i-1]) || filepath.IsAbs(argument) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(w.folder, argument))
		if err != nil {
			continue
		}
		texts[argument] = string(content)
		saved, err := os.ReadFile(filepath.Join(w.folder, strings.TrimSuffix(argument, ".json")+".tfplan"))
		if bytes.HasPrefix(content, []byte("PK")) {
			plan = string(content)
		} else if err == nil {
			plan = string(saved)
		}
	}
	return texts, plan
}

// finish checks that each apply is within the bounds of the reviews of its plan, and compares the
// case with the recorded one, or records it.
func (r *recorder) finish(name string) {
	r.t.Helper()
	for _, of := range r.reviews {
		done, ok := r.applied[of.plan]
		// Another provider, or another writer since the review, is not within its bounds.
		foreign := slices.ContainsFunc(of.Shown, func(line string) bool { return strings.Contains(line, "outside.provider") })
		if ok && of.plan != "" && !r.live && !foreign &&
			(slices.Contains(of.Arguments, "--snapshot") || of.service == done.before[0]) {
			of.Halfway = !done.whole
			if of.repeatable {
				of.After = r.storeService(done.after[0])
			}
			if of.Shown != nil && !slices.Contains(of.Arguments, "--offline") {
				r.bounded(of.report.bounds(), strings.Join(of.Arguments, " "), done)
			}
		}
		if of.repeatable {
			r.of.Reviews = append(r.of.Reviews, of.recordedReview)
		}
	}
	cli := os.Getenv("IDM_CORPUS")
	if cli == "" || len(r.of.Reviews) == 0 || r.t.Failed() {
		return
	}
	folder := filepath.Join(corpus, cli, filepath.FromSlash(name))
	if before, err := readCase(folder); err == nil {
		ignored := cmpopts.IgnoreFields(recordedReview{}, "Files", "Before", "After", "Halfway")
		if diff := cmp.Diff(before, r.of, ignored, shownAnyway); diff != "" {
			r.t.Errorf("%s (-recorded +now):\n%s", name, diff)
		}
		return
	}
	content, err := json.MarshalIndent(r.of, "", " ")
	if err != nil {
		r.t.Fatal(err)
	}
	r.files["case.json"] = string(content) + "\n"
	for file, content := range r.files {
		path := filepath.Join(folder, file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
			r.t.Fatal(err)
		}
	}
}

// bounded checks that an apply is within the bounds of a review, in both services.
func (r *recorder) bounded(of bounds, name string, done applied) {
	r.t.Helper()
	for i, of := range []bounds{of.except(r.secondURL), of.at(r.secondURL)} {
		of.contain(r.t, name, final{factsOf(r.t, []byte(done.before[i])), factsOf(r.t, []byte(done.after[i]))}, done.whole)
	}
}

// shown returns what a report says, without the words in which it says it.
func (r reviewed) shown() []string {
	shown := r.lines()
	for _, f := range r.Findings {
		shown = append(shown, strings.TrimSpace(strings.Join(f.Rules, ",")+" "+f.Address))
	}
	for _, rule := range r.FailedRules {
		shown = append(shown, "failed: "+rule.Rule)
	}
	slices.Sort(shown)
	return slices.Compact(shown)
}

// A review of the recorded plans reports what it reported when they were made, and what the apply
// has done is within its bounds: a plan of any CLI, as a saved plan and as JSON.
func TestCorpus(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it needs a shell script in place of the CLI")
	}
	cases, services := 0, map[string]*workspace{}
	service := func(content []byte) workspace {
		if services[string(content)] == nil {
			services[string(content)] = newWorkspaceAt(t, sim.Options{Seed: content}, "", asAdmin)
		}
		return *services[string(content)]
	}
	err := filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "case.json" {
			return err
		}
		cases++
		folder := filepath.Dir(path)
		t.Run(strings.TrimPrefix(filepath.ToSlash(folder), corpus+"/"), func(t *testing.T) {
			of, err := readCase(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, review := range of.Reviews {
				review.repeat(t, folder, of.Never, service)
			}
		})
		return nil
	})
	if err != nil || cases < 50 {
		t.Errorf("%d cases: %v", cases, err)
	}
}

// inProcess runs idmctl in this process, in a folder and with an environment of its own. The test and
// those above it run alone.
func inProcess(t *testing.T, folder string, environment []string, out, complaints io.Writer, arguments ...string) int {
	t.Helper()
	t.Setenv("IDM_IN_PROCESS", "") // Fails in a parallel test.
	before := os.Environ()
	own, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	set := func(variables []string) {
		os.Clearenv()
		for _, variable := range variables {
			name, value, named := strings.Cut(variable, "=")
			if !named {
				continue
			}
			if err := os.Setenv(name, value); err != nil { //nolint:usetesting // t.Setenv would unset it at the end.
				t.Fatal(err)
			}
		}
	}
	t.Chdir(folder)
	set(environment)
	defer t.Chdir(own)
	defer set(before)
	return idmctl.Run(t.Context(), "0.1.0", arguments, out, complaints)
}

// repeat reviews a recorded plan in this process. service returns a workspace of a service with a
// content, which other reviews read, too.
func (r recordedReview) repeat(t *testing.T, folder string, never []string, service func(content []byte) workspace) {
	t.Helper()
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	w := service(read(r.Before))
	w.t, w.folder = t, t.TempDir()
	for name, stored := range r.Files {
		w.write(name, strings.ReplaceAll(string(read(stored)), recordedURL, w.url))
	}
	w.write("terraform", "#!/bin/sh\nfor file; do :; done\nexec cat \"$file.shown\"\n")
	program := filepath.Join(w.folder, "terraform")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	code := inProcess(t, w.folder, w.environment, &out, &complaints, append([]string{"review", "--cli", program}, r.Arguments...)...)
	name := strings.Join(r.Arguments, " ")
	if code != r.Code {
		t.Fatalf("%s: exit code %d, want %d\n%s%s", name, code, r.Code, out.String(), complaints.String())
	}
	w.lacks(never, r.Arguments, out.String()+complaints.String())
	if r.Shown == nil {
		return
	}
	shown := decodeReview(t, out.String())
	if diff := cmp.Diff(r.Shown, decodeReview(t, strings.ReplaceAll(out.String(), w.url, recordedURL)).shown()); diff != "" {
		t.Errorf("%s (-recorded +now):\n%s", name, diff)
	}
	if r.After == "" || slices.Contains(r.Arguments, "--offline") {
		return
	}
	before := read(r.Before)
	if i := slices.Index(r.Arguments, "--snapshot"); i >= 0 {
		before = read(r.Files[r.Arguments[i+1]])
	}
	shown.bounds().contain(t, name, final{factsOf(t, before), factsOf(t, read(r.After))}, !r.Halfway)
}

// The recorded files contain no path of a machine and no address of a run.
func TestCorpus_isOfNoMachine(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := string(content)
		if strings.HasPrefix(text, "PK") {
			text = unzipped(t, path)
		}
		if found := unrepeatable.FindString(text); found != "" {
			t.Errorf("%s contains %q", path, found)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
