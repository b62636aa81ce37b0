package snapshot

import (
	"regexp/syntax"
	"strings"
)

// anyText replaces an expression that contains a name. With a replaced name, the expression would
// match something else.
const anyText = ".*"

// smallClass is the maximum size of a character class that counts as spellings of one letter.
const smallClass = 4

// expression replaces a regular expression that contains a name, in plain text or spelled with
// escapes, groups and classes such as [Zz]. An expression that cannot be parsed is replaced too.
func (p *pseudonymizer) expression(text string) string {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil || p.text(text) != text {
		return anyText
	}
	for _, literal := range literals(parsed) {
		if p.text(literal) != literal {
			return anyText
		}
	}
	return text
}

// literals returns the texts that an expression spells, each as long as possible.
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
			if r, few := firstOfSmallClass(e.Rune); few {
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

// firstOfSmallClass returns the first letter of a class, and whether the class is small. bounds are
// pairs of first and last letters.
func firstOfSmallClass(bounds []rune) (first rune, few bool) {
	count := rune(0)
	for i := 0; i+1 < len(bounds); i += 2 {
		count += bounds[i+1] - bounds[i] + 1
	}
	return append(bounds, 0)[0], count > 0 && count <= smallClass
}
