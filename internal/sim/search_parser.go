package sim

import (
	"slices"
	"strings"
)

// searchParser reads the usual syntax of a full-text query:
//
//	list   = clause { ["OR"] clause }
//	clause = unit { "AND" unit }
//	unit   = ("NOT" | "!" | "-" | "+") unit | "(" list ")" | [field ":"] value
//	value  = word | word with * or ? | "phrase" | [a TO b] | {a TO b} | "(" list ")"
//
// A clause without OR before it may match; those with + must, those with - or
// NOT must not.
type searchParser struct {
	// rest is the text that is not read yet.
	rest string
	// known are the fields that a query may name.
	known map[string]bool
	// fields are searched if the query names none.
	fields []string
}

const (
	maxSearchDepth = 100
	searchSpace    = " \t\r\n"
)

func (p *searchParser) parse() searchQuery {
	q := p.list(0)
	if p.rest != "" {
		panic(p.unexpected())
	}
	return q
}

func (p *searchParser) unexpected() *apiError {
	return badSearch("The parameter 'q' cannot be read at %q.", p.rest)
}

func (p *searchParser) list(depth int) searchQuery {
	if depth > maxSearchDepth {
		panic(p.unexpected())
	}
	var clauses []clause
	for {
		clauses = append(clauses, p.clause(depth))
		if p.skip(); p.rest == "" || p.rest[0] == ')' {
			return anyOf(clauses)
		}
		if !p.word("OR") {
			p.sign("||")
		}
	}
}

func (p *searchParser) clause(depth int) clause {
	occurs := should
	switch {
	case p.negation():
		occurs = mustNot
	case p.sign("+"):
		occurs = must
	}
	first := p.unit(depth)
	if !p.and() {
		return clause{occurs, first}
	}
	if occurs == mustNot {
		first = not(first)
	}
	all := []clause{{must, first}}
	for more := true; more; more = p.and() {
		all = append(all, clause{must, p.unit(depth)})
	}
	return clause{should, anyOf(all)}
}

func (p *searchParser) and() bool { return p.word("AND") || p.sign("&&") }

func (p *searchParser) negation() bool { return p.word("NOT") || p.sign("!") || p.sign("-") }

func (p *searchParser) unit(depth int) searchQuery {
	if p.negation() {
		return not(p.unit(depth))
	}
	p.sign("+")
	before := p.rest
	name := p.bareWord()
	if name == "" || !strings.HasPrefix(p.rest, ":") {
		p.rest = before
		return p.value(depth)
	}
	p.rest = p.rest[1:]
	if name == "*" && p.bareWord() == "*" {
		return everything
	}
	if !p.known[name] {
		panic(badSearch("The parameter 'q' names the undefined field %s.", name))
	}
	outer := p.fields
	p.fields = []string{name}
	defer func() { p.fields = outer }()
	return p.value(depth)
}

func (p *searchParser) value(depth int) searchQuery {
	if p.rest == "" {
		panic(p.unexpected())
	}
	fields := slices.Clone(p.fields)
	switch open := p.rest[0]; open {
	case '(':
		p.rest = p.rest[1:]
		q := p.list(depth + 1)
		if !p.sign(")") {
			panic(p.unexpected())
		}
		return q
	case '"':
		phrase, _ := p.until(`"`)
		return condition(fields, hasPhrase(phrase))
	case '[', '{':
		inside, end := p.until("]}")
		bounds := strings.Fields(inside)
		if len(bounds) != 3 || bounds[1] != "TO" {
			panic(badSearch("The parameter 'q' has a range that is not [from TO to], but [%s].", inside))
		}
		return condition(fields, inRange(bounds[0], bounds[2], open == '[', end == ']'))
	}
	word := p.bareWord()
	switch {
	case word == "":
		panic(p.unexpected())
	case strings.ContainsAny(word, "*?"):
		return condition(fields, hasPattern(word))
	}
	return condition(fields, hasPhrase(word))
}

func (p *searchParser) skip() { p.rest = strings.TrimLeft(p.rest, searchSpace) }

// sign consumes an operator that needs no space after it.
func (p *searchParser) sign(s string) bool {
	p.skip()
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

// word consumes an operator that is a separate word.
func (p *searchParser) word(s string) bool {
	p.skip()
	rest, ok := strings.CutPrefix(p.rest, s)
	if !ok || rest != "" && strings.IndexByte(searchSpace+"(", rest[0]) < 0 {
		return false
	}
	p.rest = rest
	return true
}

// bareWord reads up to a special character; a backslash escapes one.
func (p *searchParser) bareWord() string {
	var b strings.Builder
	i := 0
	for ; i < len(p.rest); i++ {
		switch escaped := p.rest[i] == '\\' && i+1 < len(p.rest); {
		case escaped:
			i++
		case strings.IndexByte(searchSpace+":()[]{}\"^~", p.rest[i]) >= 0:
			p.rest = p.rest[i:]
			return b.String()
		}
		b.WriteByte(p.rest[i])
	}
	p.rest = ""
	return b.String()
}

// until reads up to one of the end characters, which it also returns.
func (p *searchParser) until(ends string) (inside string, end byte) {
	n := strings.IndexAny(p.rest[1:], ends)
	if n < 0 {
		panic(p.unexpected())
	}
	inside, end = p.rest[1:n+1], p.rest[n+1]
	p.rest = p.rest[n+2:]
	return inside, end
}
