package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// recipeBlock matches a configuration of a recipe, or the summary of its plan.
var recipeBlock = regexp.MustCompile("(?ms)^```(terraform|text)\n(.*?)^```$")

// Every recipe is applied, one configuration after the other. Each plan matches the page, and the
// plan after each apply is empty.
func TestRecipes(t *testing.T) {
	t.Parallel()
	var recipes []string
	for _, page := range []string{"writing", "joiners"} {
		text, err := os.ReadFile("../../../docs/guides/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		recipes = append(recipes, strings.Split(string(text), "\n## ")[1:]...)
	}
	if len(recipes) < 13 {
		t.Fatalf("only %d recipes", len(recipes))
	}
	for _, recipe := range recipes {
		title, text, _ := strings.Cut(recipe, "\n")
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			cook(t, recipeBlock.FindAllStringSubmatch(text, -1))
		})
	}
}

func cook(t *testing.T, blocks [][]string) {
	t.Helper()
	w := newWorkspace(t, "", asAdmin)
	head := w.read("main.tf")
	if len(blocks) == 0 || blocks[0][1] != "terraform" {
		t.Fatal("a recipe begins with a configuration")
	}
	for i, block := range blocks {
		if block[1] != "terraform" {
			continue
		}
		w.write("main.tf", head+block[2])
		plan := w.must(0, "plan", "-no-color", "-input=false", "-out=recipe.plan")
		if i+1 < len(blocks) && blocks[i+1][1] == "text" {
			// OpenTofu adds the number of forgotten objects to the same line.
			if want := strings.TrimSuffix(strings.TrimSpace(blocks[i+1][2]), "."); !strings.Contains(plan, want) {
				t.Errorf("the plan is not %q:\n%s", want, plan)
			}
		}
		w.must(0, "apply", "-no-color", "-input=false", "recipe.plan")
		w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
	}
}

// A user who follows the first guide sees the results in the guide.
func TestGettingStarted(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/guides/getting-started.md")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile("(?ms)^```terraform\n(.*?)^```$").FindSubmatch(text)
	diff := regexp.MustCompile("(?ms)^```diff\n(.*?)^```$").FindSubmatch(text)
	if first == nil || diff == nil {
		t.Fatal("the guide has no configuration, or no change of it")
	}
	w := newWorkspace(t, "", asAdmin)
	plan := func(configuration, want string) {
		t.Helper()
		w.write("main.tf", configuration)
		if out := w.must(0, "plan", "-no-color", "-input=false", "-out=saved.plan"); !strings.Contains(out, want) {
			t.Errorf("the plan does not say %q:\n%s", want, out)
		}
	}
	before, after := sides(string(diff[1]))
	if strings.Count(string(first[1]), before) != 1 || strings.Count(string(text), "Plan: 3 to add, 0 to change, 0 to destroy.") != 1 {
		t.Fatalf("the change of the guide does not fit its configuration:\n%s", before)
	}
	plan(string(first[1]), "Plan: 3 to add, 0 to change, 0 to destroy.")
	w.must(0, "apply", "-no-color", "-input=false", "saved.plan")
	changed := strings.Replace(string(first[1]), before, after, 1)
	plan(changed, "Plan: 0 to add, 1 to change, 0 to destroy.")
	w.must(0, "apply", "-no-color", "-input=false", "saved.plan")
	w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
	plan(strings.Replace(changed, `"acme-hq"`, `"acme-hk"`, 1), "Warning: No such unit")
}

// sides returns the text before and after a diff.
func sides(diff string) (before, after string) {
	for line := range strings.Lines(diff) {
		if line[0] != '+' {
			before += " " + line[1:]
		}
		if line[0] != '-' {
			after += " " + line[1:]
		}
	}
	return strings.ReplaceAll(before, "\n ", "\n")[1:], strings.ReplaceAll(after, "\n ", "\n")[1:]
}
