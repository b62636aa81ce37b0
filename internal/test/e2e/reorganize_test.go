package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// reorganization is an edit of the files of a company, and what it does.
type reorganization struct {
	name string
	// edits are expressions and their replacements by file.
	edits map[string][]string
	// lines counts the changed lines, and people those whom the sentence of the review counts, in a small
	// company.
	lines, people int
	// arguments are those of the first plan. The review of each plan says one of the sentences; as many
	// plans are applied.
	arguments []string
	says      []string
}

// reorganizations returns the edits of a kind: the first ones of the company, or the others. Each is
// made after the one before.
func reorganizations(t *testing.T, kind string) (all []reorganization) {
	t.Helper()
	for _, row := range acctest.Table(t, "testdata/tables/reorganizations.hcl") {
		if row.Type != kind {
			continue
		}
		r := reorganization{name: row.Name, edits: map[string][]string{}, lines: row.Number("lines"), people: row.Number("people"),
			arguments: row.Texts("arguments"), says: row.Texts("says")}
		for file := range row.Config("edits") {
			r.edits[file] = acctest.Row{Arguments: row.Config("edits")}.Texts(file)
		}
		all = append(all, r)
	}
	return all
}

// A company of 60 people reorganizes itself by a few lines at a time, without losing a unit in use,
// and a manager understands the review of each plan.
func TestReorganize(t *testing.T) {
	t.Parallel()
	e := reorganizing(t, 1)
	t.Run("others", func(t *testing.T) {
		rings.Campaign(t, "it repeats the steps for ten more")
		e.reorganizeFurther(t)
	})
}

// So does one of thousands.
func TestReorganize_thousands(t *testing.T) {
	rings.Campaign(t, "it repeats the test for 5,040 people")
	reorganizing(t, 84).reorganizeFurther(t)
}

// reorganized is a company some times as large as the small one.
type reorganized struct {
	*exporting
	times int
}

// reorganizing starts a company, and applies the first edits.
func reorganizing(t *testing.T, times int) *reorganized {
	t.Helper()
	e := &reorganized{starting(t, "fresh", "later-releases"), times}
	e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
	e.startCompany(times * smallCompany)
	for _, r := range reorganizations(t, "first") {
		e.reorganize(r)
	}
	return e
}

// reorganizeFurther applies the other edits, and hands a unit over to another team.
func (e *reorganized) reorganizeFurther(t *testing.T) {
	t.Helper()
	w := *e.workspace
	w.t = t
	of := &reorganized{&exporting{workspace: &w, out: e.out}, e.times}
	team := filepath.Join(of.folder, "team")
	for _, r := range reorganizations(t, "other") {
		if r.arguments != nil {
			of.export(0, nil, team, "--layout", "data", "--people", "--unit", "it-ops")
		}
		of.reorganize(r)
	}
	of.adopts(team, 3)
	of.at(team).must(0, "apply", "-no-color", "plan.bin")
	of.at(team).must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
}

// reorganize edits the files, and applies the reviewed plans until one is empty.
func (e *reorganized) reorganize(r reorganization) {
	e.t.Helper()
	lines := 0
	for file, edits := range r.edits {
		before := e.read(file)
		after := before
		for i := 0; i < len(edits); i += 2 {
			after = regexp.MustCompile(edits[i]).ReplaceAllString(after, edits[i+1])
		}
		e.write(file, after)
		lines += changedLines(before, after)
	}
	if e.times == 1 && lines != r.lines {
		e.t.Errorf("%s: %d lines", r.name, lines)
	}
	arguments := slices.Concat([]string{"plan"}, r.arguments, []string{"-out=plan.bin", "-no-color", "-input=false"})
	for _, sentence := range r.says {
		if r.people > 0 {
			sentence = fmt.Sprintf(sentence, e.times*r.people)
		}
		plan := e.must(0, arguments...)
		review, complaint, code := e.idmctl(nil, "review", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"), "plan.bin")
		if code != 0 || !strings.Contains(review, sentence) || strings.Contains(review, "Changed outside") ||
			!strings.Contains(plan, "0 to destroy") {
			e.t.Errorf("%s: exit code %d, want %q:\n%s\n%s%s", r.name, code, sentence, plan, review, complaint)
		}
		e.must(0, "apply", "-no-color", "plan.bin")
		arguments = slices.DeleteFunc(arguments, func(a string) bool { return slices.Contains(r.arguments, a) })
	}
	e.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
}

// changedLines counts the lines that an edit adds or changes, or else removes.
func changedLines(before, after string) int {
	rest := map[string]int{}
	added, removed := 0, 0
	for line := range strings.SplitSeq(before, "\n") {
		rest[line]++
	}
	for line := range strings.SplitSeq(after, "\n") {
		if rest[line]--; rest[line] < 0 {
			added++
		}
	}
	for _, count := range rest {
		removed += max(count, 0)
	}
	return max(added, removed)
}
