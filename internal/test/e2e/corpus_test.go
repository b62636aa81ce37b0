package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// corpus is the folder with the recorded plans: a folder for each CLI, with a folder for each test.
// A test of the campaign makes the plans with the CLI, applies them, and records with
// IDM_CORPUS=name-version what it has reviewed. TestCorpus reviews the recorded plans again, without
// a CLI.
const corpus = "testdata/corpus"

// recordedCase is what a test has reviewed. Its files are in the same folder: the configuration, the
// plans, what the CLI shows of them, and the content of the service.
type recordedCase struct {
	// Whole reports that all reviews of the test are recorded, so that `make test` leaves it out.
	Whole   bool
	Reviews []recordedReview
}

// recordedReview is one call of idmctl review.
type recordedReview struct {
	Arguments []string
	Code      int
	// Files maps the names of the files that the review reads to those in the folder of the case.
	Files map[string]string
	// Before is the file with the content of the service at the review, and After the one after the
	// apply of the whole plan, if there was one.
	Before string
	After  string `json:",omitempty"`
	// Shown are the changes of access, the findings and the failed rules in the JSON of the report.
	Shown []string `json:",omitempty"`
}

// recorder records the reviews of a test.
type recorder struct {
	folder string
	of     recordedCase
	// applied maps the content of a plan to the content of the service before and after its apply.
	applied map[string][2]string
	// plans are the contents of the plans of the reviews, and stored the names of the files by their
	// contents.
	plans  []string
	stored map[string]string
}

// notRecorded are tests that need the CLI: many subtests share one workspace, or the review reads the
// state next to the plan.
var notRecorded = []string{"TestReview", "TestReview_finalTouched/a_provider_of_the_state"}

// recording returns the recorder of the workspace, or nil if nothing is recorded.
func (w *workspace) recording() *recorder {
	name := os.Getenv("IDM_CORPUS")
	if name == "" || w.recorder != nil || slices.Contains(notRecorded, w.t.Name()) {
		return w.recorder
	}
	w.recorder = &recorder{folder: recordedAt(name, w.t), of: recordedCase{Whole: true}, applied: map[string][2]string{},
		stored: map[string]string{}}
	w.t.Cleanup(func() { w.recorder.finish(w.t) })
	return w.recorder
}

// recordedState returns the content of the service if the reviews are recorded.
func (w *workspace) recordedState() string {
	if w.recording() == nil {
		return ""
	}
	return string(w.sim.State())
}

// recordedAt returns the folder of a test.
func recordedAt(cli string, t *testing.T) string {
	name := regexp.MustCompile(`[^A-Za-z0-9_/-]+`).ReplaceAllString(t.Name(), "_")
	return filepath.Join(corpus, cli, filepath.FromSlash(name))
}

// inCorpus skips a test whose reviews are recorded: the campaign runs it.
func inCorpus(t *testing.T) {
	t.Helper()
	if rings.InCampaign() {
		return
	}
	folders, err := filepath.Glob(filepath.Join(corpus, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if of, err := readCase(recordedAt(filepath.Base(folder), t)); err == nil && of.Whole {
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

// store writes a file into the folder of the case, and returns its name there: that of a file with
// the same content, its own, or one with a number in front if the folder has another file of this
// name.
func (r *recorder) store(t *testing.T, name, content string) string {
	t.Helper()
	if stored, ok := r.stored[content]; ok {
		return stored
	}
	stored, names := name, slices.Collect(maps.Values(r.stored))
	for i := 2; slices.Contains(names, stored); i++ {
		stored = filepath.Join(filepath.Dir(name), fmt.Sprintf("%d-%s", i, filepath.Base(name)))
	}
	r.stored[content] = stored
	path := filepath.Join(r.folder, stored)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return stored
}

// storeService writes the content of the service.
func (r *recorder) storeService(t *testing.T, state []byte) string {
	t.Helper()
	var compact bytes.Buffer
	if err := json.Compact(&compact, state); err != nil {
		t.Fatal(err)
	}
	return r.store(t, "service.json", compact.String())
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

// written are the options with a file that the review writes.
var written = []string{"--out", "--report", "--findings"}

// reviewed records a review.
func (r *recorder) reviewed(w *workspace, arguments []string, code int, out string) {
	w.t.Helper()
	recorded := recordedReview{Arguments: arguments, Code: code, Files: map[string]string{}}
	if !w.repeatable() {
		r.of.Whole = false
		return
	}
	texts, plan := w.inputs(arguments)
	for name, content := range texts {
		if !strings.HasPrefix(content, "PK") {
			texts[name] = strings.ReplaceAll(content, w.url, recordedURL)
		}
		text := texts[name]
		if strings.HasPrefix(content, "PK") {
			if _, err := zip.NewReader(strings.NewReader(content), int64(len(content))); err != nil {
				r.of.Whole = false
				return
			}
			text = unzipped(w.t, filepath.Join(w.folder, name))
		}
		if unrepeatable.MatchString(text) || soon(text) {
			r.of.Whole = false
			return
		}
	}
	if soon(string(w.sim.State())) {
		r.of.Whole = false
		return
	}
	for name, content := range texts {
		recorded.Files[name] = r.store(w.t, name, content)
		if !strings.HasPrefix(content, "PK") {
			continue
		}
		shown, code := w.cli("show", "-json", name)
		if code == 0 {
			recorded.Files[name+".shown"] = r.store(w.t, name+".json", strings.ReplaceAll(shown, w.url, recordedURL))
		}
	}
	recorded.Before = r.storeService(w.t, w.sim.State())
	if strings.HasPrefix(out, "{") {
		recorded.Shown = decodeReview(w.t, strings.ReplaceAll(out, w.url, recordedURL)).shown()
	}
	if unrepeatable.MatchString(strings.Join(append(recorded.Shown, arguments...), " ")) {
		r.of.Whole = false
		return
	}
	r.of.Reviews, r.plans = append(r.of.Reviews, recorded), append(r.plans, plan)
}

// repeatable reports whether the environment is the one of every workspace with an administrator.
func (w *workspace) repeatable() bool {
	return !slices.ContainsFunc(w.environment, func(variable string) bool {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "PATH", "GOGC", "HOME", "TMPDIR", "CHECKPOINT_DISABLE", "TF_CLI_CONFIG_FILE", "TF_IN_AUTOMATION", "IDM_CLIENT_EXT_ID",
			"TF_VAR_second":
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

// finish writes the case.
func (r *recorder) finish(t *testing.T) {
	if len(r.of.Reviews) == 0 || t.Failed() {
		return
	}
	for i := range r.of.Reviews {
		review := &r.of.Reviews[i]
		of, applied := r.applied[r.plans[i]]
		// Another provider, or another writer since the review, is not within its bounds.
		if applied && !slices.ContainsFunc(review.Shown, func(line string) bool { return strings.Contains(line, "outside.provider") }) &&
			(slices.Contains(review.Arguments, "--snapshot") || review.Before == r.storeService(t, []byte(of[0]))) {
			review.After = r.storeService(t, []byte(of[1]))
		}
	}
	content, err := json.MarshalIndent(r.of, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.folder, "case.json"), append(content, '\n'), 0o644); err != nil {
		t.Fatal(err)
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
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("it needs a shell script in place of the CLI")
	}
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	err = filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "case.json" {
			return err
		}
		cases++
		folder := filepath.Dir(path)
		t.Run(strings.TrimPrefix(filepath.ToSlash(folder), corpus+"/"), func(t *testing.T) {
			t.Parallel()
			of, err := readCase(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, review := range of.Reviews {
				review.repeat(t, folder, idmctl)
			}
		})
		return nil
	})
	if err != nil || cases < 50 {
		t.Errorf("%d cases: %v", cases, err)
	}
}

// repeat reviews a recorded plan.
func (r recordedReview) repeat(t *testing.T, folder, idmctl string) {
	t.Helper()
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	w := newWorkspaceAt(t, read(r.Before), "", asAdmin)
	for name, stored := range r.Files {
		w.write(name, strings.ReplaceAll(string(read(stored)), recordedURL, w.url))
	}
	w.write("terraform", "#!/bin/sh\nfor file; do :; done\nexec cat \"$file.shown\"\n")
	program := filepath.Join(w.folder, "terraform")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), idmctl, append([]string{"review", "--cli", program}, r.Arguments...)...)
	var out, complaints bytes.Buffer
	command.Dir, command.Env, command.Stdout, command.Stderr = w.folder, w.environment, &out, &complaints
	var exit *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	name := strings.Join(r.Arguments, " ")
	if code := command.ProcessState.ExitCode(); code != r.Code {
		t.Fatalf("%s: exit code %d, want %d\n%s%s", name, code, r.Code, out.String(), complaints.String())
	}
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
	shown.bounds().contain(t, name, final{factsOf(t, before), factsOf(t, read(r.After))}, true)
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
