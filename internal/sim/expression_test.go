package sim

import "testing"

// An expression that dialects read differently accepts every text, and is itself accepted.
func TestContradicts(t *testing.T) {
	for _, expression := range []string{"[a-z&&[^b]]", "a*+", "(?=a)b", "(?<n>a)", `a\Z`, `\R`, `\p{IsAlphabetic}`, "(?i)a", "[[:alpha:]]",
		`(a)\1`, "[]a]", "x{,3}"} {
		if contradicts(expression, "0") {
			t.Errorf("%s refuses a text", expression)
		}
		if err := checkExpression(expression); err != nil {
			t.Errorf("%s is refused: %v", expression, err)
		}
	}
	for _, expression := range []string{"[0-9", `a\`, "(a", "a)"} {
		if checkExpression(expression) == nil {
			t.Errorf("%s is accepted", expression)
		}
	}
	if !contradicts("[0-9]+", "1x") || contradicts("[0-9]+", "12") || contradicts("", "x") {
		t.Error("a common expression is not compared")
	}
}
