package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// asked is a tenant with people whose access is ineffective for different reasons.
func asked(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("testdata/asked.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// asks runs idmctl access at a fixed time on the tenant's simulator, or on a snapshot of it.
type asks struct {
	*exporting
	snapshot string
}

func newAsks(t *testing.T) *asks {
	t.Helper()
	a := &asks{exporting: exportingFrom(t, sim.Options{Seed: []byte(asked(t))}, "acme")}
	a.inProcess = true
	a.snapshot = filepath.Join(a.folder, "acme.json")
	if printed, complaints, code := a.idmctl(nil, "snapshot", "--out", a.snapshot); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, printed, complaints)
	}
	return a
}

func (a *asks) ask(code int, question ...string) string {
	a.t.Helper()
	arguments := append([]string{"access"}, question...)
	if question[0] == "check" {
		arguments[0] = "policy"
	}
	printed, complaints, got := a.idmctl(nil, append(arguments, "--at", "2026-06-15T00:00:00Z")...)
	if got != code {
		a.t.Errorf("%v: exit code %d\n%s%s", question, got, printed, complaints)
	}
	return printed + complaints
}

// The page finds people by any of their words, filters, works with the keyboard, and fits on a
// phone.
func TestAccess_page(t *testing.T) {
	a := newAsks(t)
	file := filepath.Join(a.folder, "access.html")
	a.ask(0, "all", "--output", "html", "--out", file)
	p := openPage(t, file)
	people := func() string { return evaluate[string](p, `document.getElementById("count").textContent`) }
	if got := people(); got != "3 people, 7 paths" {
		t.Errorf("at first: %s", got)
	}
	set := func(element, property, value string) {
		evaluate[bool](p, `(() => { const e = document.getElementById("`+element+`"); e.`+property+` = `+value+
			`; e.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
	}
	set("search", "value", `"arnold clerk"`)
	if got := people(); got != "1 person, 2 paths" {
		t.Errorf("two words: %s", got)
	}
	set("search", "value", `""`)
	set("without", "checked", "true")
	if got := people(); got != "2 people, 3 paths" {
		t.Errorf("without effect: %s", got)
	}
	set("without", "checked", "false")
	set("global", "checked", "true")
	if got := people(); got != "1 person, 1 path" {
		t.Errorf("global: %s", got)
	}
	set("global", "checked", "false")
	evaluate[bool](p, `document.dispatchEvent(new KeyboardEvent("keydown", {key: "/"}))`)
	if focused := evaluate[string](p, `document.activeElement.id`); focused != "search" {
		t.Errorf("the key / leads to %q", focused)
	}
	if images := evaluate[int](p, `document.images.length`); images > 0 {
		t.Error("a name is markup")
	}
	for _, width := range []int64{390, 1280} {
		for _, colors := range []string{"light", "dark"} {
			p.show(width, 900, colors)
			if wide := evaluate[int64](p, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d pixels, %s: the page is %d wide", width, colors, wide)
			}
		}
	}
	p.loadsNothing()
}
