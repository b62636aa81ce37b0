package snapshot

import (
	"regexp/syntax"
	"strings"
)

// anything is the expression that replaces one with a name in it: a changed name would make it an
// expression of something else.
const anything = ".*"

// fewChoices is how many letters a class has at most to count as a way to write one letter.
const fewChoices = 4

// expression replaces a regular expression that contains a name, in plain text or spelled with
// escapes, groups and classes such as [Zz]. One that cannot be parsed is replaced as well.
func (p *pseudonymizer) expression(text string) string {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil || p.text(text) != text {
		return anything
	}
	for _, literal := range literals(parsed) {
		if p.text(literal) != literal {
			return anything
		}
	}
	return text
}

// literals are the texts that an expression spells, each as long as possible.
func literals(e *syntax.Regexp) []string {
	var all []string
	var current strings.Builder
	flush := func() {
		if current.Len() > 0 {
			all = append(all, current.String())
			current.Reset()
		}
	}
	var visit func(*syntax.Regexp)
	visit = func(e *syntax.Regexp) {
		switch e.Op {
		case syntax.OpLiteral:
			current.WriteString(string(e.Rune))
		case syntax.OpCharClass:
			if r, few := oneOfFew(e.Rune); few {
				current.WriteRune(r)
			} else {
				flush()
			}
		case syntax.OpConcat, syntax.OpCapture, syntax.OpQuest, syntax.OpPlus:
			for _, part := range e.Sub {
				visit(part)
			}
		case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary:
		default:
			flush()
			for _, part := range e.Sub {
				visit(part)
				flush()
			}
		}
	}
	visit(e)
	flush()
	return all
}

// oneOfFew is the first letter of a class with few of them, given as pairs of bounds.
func oneOfFew(bounds []rune) (first rune, few bool) {
	count := rune(0)
	for i := 0; i+1 < len(bounds); i += 2 {
		count += bounds[i+1] - bounds[i] + 1
	}
	return append(bounds, 0)[0], count > 0 && count <= fewChoices
}
