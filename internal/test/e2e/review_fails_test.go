package e2e

import (
	"strings"
	"testing"
)

// A plan that destroys a unit before the profile in it moves away fails, as the review reports. With
// create_before_destroy in the earlier apply it succeeds, and the review reports nothing.
func TestReview_fails(t *testing.T) {
	t.Parallel()
	const target = "resource \"idm_unit\" \"new\" {\n  ext_id      = \"u-new\"\n  name        = \"New\"\n  profileless = false\n}\n"
	const unit = "resource \"idm_unit\" \"old\" {\n  ext_id      = \"u-old\"\n  name        = \"Old\"\n  profileless = false\n}\n"
	profile := func(in string) string {
		return "resource \"idm_profile\" \"p\" {\n  ext_id      = \"p-moved\"\n  user_ext_id = \"u-anna\"\n  unit_ext_id = idm_unit." + in +
			".ext_id\n}\n"
	}
	for name, last := range map[string]string{"as it is": "", "destroyed last": "  lifecycle { create_before_destroy = true }\n}"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHiding(t)
			before := unit
			if last != "" {
				before = strings.TrimSuffix(unit, "}\n") + last + "\n"
			}
			h.apply(target + before + profile("old"))
			found := h.plan(target + profile("new"))
			if last != "" {
				for _, f := range found {
					if strings.Contains(strings.Join(f.Rules, " "), "fails") {
						t.Errorf("%+v", f)
					}
				}
				h.applied()
				return
			}
			h.expect(found, "idm_unit.old", "fails")
			h.review(2, "hidden.tfplan", "--fail-on", "fails", "--out", "review.md")
			if report := h.read("review.md"); !strings.Contains(report, "create_before_destroy") {
				t.Errorf("the report names no remedy:\n%s", report)
			}
			h.must(1, "apply", "-no-color", "hidden.tfplan")
		})
	}
}
