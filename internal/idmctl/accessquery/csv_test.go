package accessquery

import "testing"

// No cell is a formula, in any spelling that a spreadsheet reads.
func TestHarmless(t *testing.T) {
	for _, begin := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−"} {
		for _, before := range []string{"", " ", "\t", "\r", "\n", "\r\n", "\u00a0", "\u3000", "\ufeff", "\u200b", "\t \t"} {
			if got := Harmless(before + begin + `HYPERLINK("https://example.com")`); got[0] != '\'' {
				t.Errorf("%q begins a formula: %q", before+begin, got)
			}
		}
	}
	for _, plain := range []string{"", "Ada", "O'Hara", "1+1", "a=b", "'=x", "Ünal", " x"} {
		if got := Harmless(plain); got != plain {
			t.Errorf("%q becomes %q", plain, got)
		}
	}
}
