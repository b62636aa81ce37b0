package sim

import (
	"fmt"
	"slices"
	"strings"
)

// searchQuery is a node of a parsed search text. It reports whether an object is a hit, and its
// score: the number of conditions that the object meets.
type searchQuery interface {
	match(indexed) (hit bool, score int)
}

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

// anyOf is a list of clauses. All must clauses match, no must-not clause does, and without a must
// clause at least one other matches.
type anyOf []clause

func (q anyOf) match(o indexed) (bool, int) {
	total, optional, met, required := 0, 0, 0, 0
	for _, c := range q {
		hit, score := c.query.match(o)
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

// not negates its query.
type not struct{ query searchQuery }

func (q not) match(o indexed) (bool, int) {
	hit, _ := q.query.match(o)
	return !hit, 0
}

// condition compares the values of some fields; one of them must match.
type condition struct {
	fields []string
	passes func(field, value string) bool
}

func (q condition) match(o indexed) (bool, int) {
	for _, field := range q.fields {
		for _, value := range o[field] {
			if value != "" && q.passes(field, value) {
				return true, 1
			}
		}
	}
	return false, 0
}

type everything struct{}

func (everything) match(indexed) (bool, int) { return true, 1 }

// tokenize splits a value like the index.
func tokenize(value string) []string { return strings.Fields(strings.ToLower(value)) }

// hasPhrase matches words in order.
func hasPhrase(phrase []string) func(field, value string) bool {
	return func(_, value string) bool {
		all := tokenize(value)
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
	pattern = strings.ToLower(pattern)
	return func(_, value string) bool {
		return matchWildcards(pattern, strings.ToLower(value)) ||
			slices.ContainsFunc(tokenize(value), func(w string) bool { return matchWildcards(pattern, w) })
	}
}

// matchWildcards backtracks only to the last star, which avoids exponential time.
func matchWildcards(pattern, s string) bool {
	star, p, mark, i := -1, 0, 0, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == s[i]):
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// bounds are the ends of a range; "*" is open.
type bounds struct {
	from, to         string
	withFrom, withTo bool
}

func (b bounds) holds(field, value string) bool {
	from, to := strings.ToLower(b.from), strings.ToLower(b.to)
	value = strings.ToLower(value)
	if timeFields[field] {
		from, to = pad(digits(from), '0'), pad(digits(to), '9')
	}
	if b.from != "*" && (value < from || value == from && !b.withFrom) {
		return false
	}
	return b.to == "*" || value < to || value == to && b.withTo
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

func pad(s string, with rune) string {
	const length = len("yyyyMMddHHmmss")
	return s + strings.Repeat(string(with), max(0, length-len(s)))
}

// parseRange reads the text between the brackets of a range.
func parseRange(inside string, withFrom, withTo bool) (bounds, error) {
	parts := strings.Fields(inside)
	if len(parts) != 3 || parts[1] != "TO" {
		return bounds{}, fmt.Errorf("a range is written [from TO to], not [%s]", inside)
	}
	return bounds{parts[0], parts[2], withFrom, withTo}, nil
}
