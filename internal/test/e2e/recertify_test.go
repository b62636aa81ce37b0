package e2e

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// certifying is a tenant that was adopted into a configuration, with an open campaign.
type certifying struct {
	*exporting
	campaign string
}

// openCampaign exports the tenant and opens a campaign.
func openCampaign(t *testing.T, undecided string) *certifying {
	t.Helper()
	seed := strings.Replace(asked(t), `"userExtId":"u3"}`, `"userExtId":"u3","unitExtId":"hq"}`, 1)
	e := exportingFrom(t, sim.Options{Seed: []byte(seed)}, "acme")
	e.export(0, nil, e.out, "--layout", "data", "--people")
	c := &certifying{e, filepath.Join(e.folder, "campaign")}
	c.recertify(0, "open", c.campaign, "--by", "role", "--undecided", undecided)
	return c
}

// An owner decides on the page, which saves the table with the decisions: merge writes them as
// exceptions.
func TestRecertify_page(t *testing.T) {
	t.Parallel()
	c := openCampaign(t, "keep")
	p := openPage(t, filepath.Join(c.campaign, "role-clerk.html"))
	p.show(phone-200, 1000, "light")
	p.fits()
	p.readable()
	p.loadsNothing()
	evaluate[bool](p, `(() => {
  window.Blob = class extends Blob { constructor(parts, options) { super(parts, options); window.saved = parts.join(""); } };
  return true;
})()`)
	set := func(selector, value string) {
		t.Helper()
		evaluate[bool](p, fmt.Sprintf(`(() => {
  const e = document.querySelector(%q);
  e.value = %q;
  return e.dispatchEvent(new Event("change"));
})()`, selector, value))
	}
	set("#rows tr:nth-child(1) select", "revoke")
	set("#rows tr:nth-child(1) td:last-child input", "left, \"sales\"")
	set("#rows tr:nth-child(2) select", "until")
	if got := evaluate[string](p, `document.getElementById("open").textContent`); got != "Without a decision: 1" {
		t.Errorf("a day is missing, and the page shows %q", got)
	}
	set("#rows tr:nth-child(2) input[type=date]", "2099-12-31")
	p.click("#save")
	saved := evaluate[string](p, "window.saved")
	c.decide("role-clerk.csv", "authorization acme/p2/a2", "revoke")
	c.decide("role-clerk.csv", "authorization acme/p1/a1", "until 2099-12-31")
	byHand := c.at(c.campaign).read("role-clerk.csv")
	if want := strings.Replace(byHand, ",revoke,,", `,revoke,"left, ""sales""",`, 1); saved != want {
		t.Errorf("the page saves\n%q\nwant\n%q", saved, want)
	}
	c.at(c.campaign).write("role-clerk.csv", saved)
	before := c.at(c.out).read("exceptions.yaml")
	// A grant that has expired is in no row.
	if printed := c.recertify(2, "merge", c.campaign, "--dir", c.out); !strings.Contains(printed, "acme/p2/a2") ||
		strings.Contains(printed, "acme/p1/a1") {
		t.Error(printed)
	}
	const end = "2099-12-31"
	if exceptions := c.at(c.out).read("exceptions.yaml"); strings.Contains(before, end) || !strings.Contains(exceptions, end) {
		t.Error(exceptions)
	}
}

// decide marks an entry in the file of a role.
func (c *certifying) decide(file, id, decision string) {
	c.t.Helper()
	content := c.at(c.campaign).read(file)
	line := regexp.MustCompile("(?m)^(.*),,,(.*," + regexp.QuoteMeta(id) + "\r?)$")
	if !line.MatchString(content) {
		c.t.Fatalf("%s has no %s:\n%s", file, id, content)
	}
	c.at(c.campaign).write(file, line.ReplaceAllString(content, "$1,"+decision+",,$2"))
}

func (c *certifying) recertify(code int, arguments ...string) string {
	c.t.Helper()
	printed, complaint, got := c.idmctl(nil, append([]string{"recertify"}, arguments...)...)
	if got != code {
		c.t.Fatalf("%v: exit code %d, want %d\n%s%s", arguments, got, code, printed, complaint)
	}
	return printed + complaint
}
