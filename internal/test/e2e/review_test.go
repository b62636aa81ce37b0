package e2e

import (
	"path/filepath"
	"testing"
)

// narrowCells counts the cells of tables that are too narrow for a word.
const narrowCells = `[...document.querySelectorAll('td > div')].filter(cell => cell.checkVisibility() && cell.textContent.trim() && cell.clientWidth < 80 && cell.clientHeight > 60).length`

// The review means what its script says, and its page works in a real browser, on a screen and on a
// phone, with light and dark colors.
func TestReview(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.playFile(ownName + "review.txt")
	p := openPage(t, filepath.Join(h.folder, "review.html"))
	for _, colors := range []string{"light", "dark"} {
		p.show(1280, 1000, colors)
		p.fits()
		p.readable()
		p.picture("review-" + colors)
		p.show(700, 1000, colors)
		p.fits()
		p.show(390, 844, colors)
		p.fits()
		p.readable()
		if thin := evaluate[int](p, narrowCells); thin > 0 {
			t.Errorf("%d cells are so narrow that their words fall apart", thin)
		}
	}
	p.picture("review-phone")
	if dark, light := p.background("dark"), p.background("light"); dark == light {
		t.Errorf("the page is %s by day and by night", dark)
	}
	p.loadsNothing()
}
