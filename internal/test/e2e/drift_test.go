package e2e

import (
	"path/filepath"
	"testing"
)

// The page is tested on a wide and a narrow window, with light and dark colors.
func TestDrift_page(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.playFile(ownName + "drift_page.txt")
	p := openPage(t, filepath.Join(h.folder, "drift.html"))
	for _, width := range []int64{1000, 390} {
		for _, colors := range []string{"dark", "light"} {
			p.show(width, 1180, colors)
			p.fits()
			p.readable()
			if width > phone && colors == "light" {
				p.picture("drift")
			}
		}
	}
	p.show(1000, 1000, "dark")
	p.scrollTo("main section:last-of-type")
	p.picture("drift-unmanaged")
	const open = `document.querySelectorAll("details[open]").length`
	before := evaluate[int](p, open)
	p.click("details summary")
	if after := evaluate[int](p, open); after != before-1 {
		t.Errorf("%d groups are open after a click, %d before", after, before)
	}
	p.loadsNothing()
}
