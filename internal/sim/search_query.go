package sim

import (
	"regexp"
	"slices"
	"strings"
)

// searchQuery reports whether an object is a hit, and its score: the number of conditions that the
// object meets.
type searchQuery func(indexed) (hit bool, score int)

// indexed holds the searchable values of an object by field.
type indexed map[string][]string

// occur is the effect of a clause on the hit.
type occur int

const (
	should occur = iota
	must
	mustNot
)

type clause struct {
	occur occur
	query searchQuery
}

// anyOf combines clauses. All must clauses match, no must-not clause does, and without a must clause
// at least one other matches.
func anyOf(clauses []clause) searchQuery {
	return func(o indexed) (bool, int) {
		total, optional, met, required := 0, 0, 0, 0
		for _, c := range clauses {
			hit, score := c.query(o)
			switch {
			case c.occur == mustNot && hit, c.occur == must && !hit:
				return false, 0
			case c.occur == mustNot:
				continue
			case c.occur == must:
				required++
			default:
				optional++
			}
			if hit {
				met++
				total += score
			}
		}
		if required == 0 && optional > 0 && met == 0 {
			return false, 0
		}
		return true, total
	}
}

// not negates a query.
func not(query searchQuery) searchQuery {
	return func(o indexed) (bool, int) {
		hit, _ := query(o)
		return !hit, 0
	}
}

// condition compares the values of some fields; one of them must match.
func condition(fields []string, passes func(field, value string) bool) searchQuery {
	return func(o indexed) (bool, int) {
		for _, field := range fields {
			for _, value := range o[field] {
				if value != "" && passes(field, strings.ToLower(value)) {
					return true, 1
				}
			}
		}
		return false, 0
	}
}

func everything(indexed) (bool, int) { return true, 1 }

// hasPhrase matches words in order.
func hasPhrase(text string) func(field, value string) bool {
	phrase := strings.Fields(strings.ToLower(text))
	return func(_, value string) bool {
		all := strings.Fields(value)
		for i := 0; i+len(phrase) <= len(all); i++ {
			if slices.Equal(all[i:i+len(phrase)], phrase) {
				return true
			}
		}
		return false
	}
}

// hasPattern matches a word or a whole value, in which * matches any text and ? one character.
func hasPattern(pattern string) func(field, value string) bool {
	expression := wildcards(strings.ToLower(pattern), `\*`, ".*", `\?`, ".")
	return func(_, value string) bool {
		return expression.MatchString(value) || slices.ContainsFunc(strings.Fields(value), expression.MatchString)
	}
}

// wildcards compiles a pattern; the pairs give the expression of each quoted wildcard.
func wildcards(pattern string, pairs ...string) *regexp.Regexp {
	return regexp.MustCompile("(?s)^" + strings.NewReplacer(pairs...).Replace(regexp.QuoteMeta(pattern)) + "$")
}

// inRange matches values between two ends; "*" is open.
func inRange(from, to string, withFrom, withTo bool) func(field, value string) bool {
	from, to = strings.ToLower(from), strings.ToLower(to)
	return func(field, value string) bool {
		first, last := from, to
		if timeFields[field] {
			first, last = pad(digits(from), "0"), pad(digits(to), "9")
		}
		return (from == "*" || value > first || value == first && withFrom) && (to == "*" || value < last || value == last && withTo)
	}
}

// digits reduces a time in any common format to yyyyMMddHHmmss.
func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

func pad(s, with string) string {
	return s + strings.Repeat(with, max(0, len("yyyyMMddHHmmss")-len(s)))
}
