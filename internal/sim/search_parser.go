package sim

import (
	"errors"
	"fmt"
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
	text string
	pos  int
	// known are the fields that a query may name.
	known map[string]bool
	// fields are searched if the query names none.
	fields []string
}

const maxSearchDepth = 100

func (p *searchParser) parse() (searchQuery, error) {
	q, err := p.list(0)
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.text) {
		return nil, p.unexpected()
	}
	return q, nil
}

func (p *searchParser) unexpected() error {
	if p.pos >= len(p.text) {
		return errors.New("the query ends too early")
	}
	return fmt.Errorf("unexpected %q at character %d", p.text[p.pos:], p.pos+1)
}

func (p *searchParser) list(depth int) (searchQuery, error) {
	if depth > maxSearchDepth {
		return nil, errors.New("the query is nested too deeply")
	}
	var list anyOf
	for {
		c, err := p.clause(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
		if p.skip(); p.pos >= len(p.text) || p.text[p.pos] == ')' {
			return list, nil
		}
		if !p.word("OR") {
			p.sign("||")
		}
	}
}

func (p *searchParser) clause(depth int) (clause, error) {
	p.skip()
	occurs := should
	switch {
	case p.word("NOT"), p.sign("!"), p.sign("-"):
		occurs = mustNot
	case p.sign("+"):
		occurs = must
	}
	first, err := p.unit(depth)
	if err != nil {
		return clause{}, err
	}
	if !p.and() {
		return clause{occurs, first}, nil
	}
	if occurs == mustNot {
		first = not{first}
	}
	all := anyOf{{must, first}}
	for more := true; more; more = p.and() {
		next, err := p.unit(depth)
		if err != nil {
			return clause{}, err
		}
		all = append(all, clause{must, next})
	}
	return clause{should, all}, nil
}

func (p *searchParser) and() bool { return p.word("AND") || p.sign("&&") }

func (p *searchParser) unit(depth int) (searchQuery, error) {
	if p.skip(); p.word("NOT") || p.sign("!") || p.sign("-") {
		q, err := p.unit(depth)
		return not{q}, err
	}
	p.sign("+")
	if p.pos >= len(p.text) {
		return nil, p.unexpected()
	}
	start := p.pos
	name := p.bareWord()
	if name == "" || p.pos >= len(p.text) || p.text[p.pos] != ':' {
		p.pos = start
		return p.value(depth)
	}
	p.pos++
	return p.fieldClause(name, depth)
}

// fieldClause reads the value of a field.
func (p *searchParser) fieldClause(name string, depth int) (searchQuery, error) {
	if name == "*" {
		if p.bareWord() != "*" {
			return nil, p.unexpected()
		}
		return everything{}, nil
	}
	if !p.known[name] {
		return nil, fmt.Errorf("undefined field %s", name)
	}
	outer := p.fields
	p.fields = []string{name}
	defer func() { p.fields = outer }()
	return p.value(depth)
}

func (p *searchParser) value(depth int) (searchQuery, error) {
	if p.pos >= len(p.text) {
		return nil, p.unexpected()
	}
	switch open := p.text[p.pos]; open {
	case '(':
		p.pos++
		q, err := p.list(depth + 1)
		if err == nil && !p.sign(")") {
			err = p.unexpected()
		}
		return q, err
	case '"':
		phrase, err := p.until(`"`)
		return condition{p.fields, hasPhrase(tokenize(phrase))}, err
	case '[', '{':
		inside, err := p.until("]}")
		if err != nil {
			return nil, err
		}
		b, err := parseRange(inside, open == '[', p.text[p.pos-1] == ']')
		return condition{p.fields, b.holds}, err
	}
	word := p.bareWord()
	switch {
	case word == "":
		return nil, p.unexpected()
	case strings.ContainsAny(word, "*?"):
		return condition{p.fields, hasPattern(word)}, nil
	}
	return condition{p.fields, hasPhrase(tokenize(word))}, nil
}

func (p *searchParser) skip() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// sign consumes an operator that needs no space after it.
func (p *searchParser) sign(s string) bool {
	if p.skip(); !strings.HasPrefix(p.text[p.pos:], s) {
		return false
	}
	p.pos += len(s)
	return true
}

// word consumes an operator that is a separate word.
func (p *searchParser) word(s string) bool {
	p.skip()
	rest, ok := strings.CutPrefix(p.text[p.pos:], s)
	if !ok || rest != "" && strings.IndexByte(" \t\r\n(", rest[0]) < 0 {
		return false
	}
	p.pos += len(s)
	return true
}

// bareWord reads up to a special character; a backslash escapes one.
func (p *searchParser) bareWord() string {
	var b strings.Builder
	for ; p.pos < len(p.text); p.pos++ {
		ch := p.text[p.pos]
		if ch == '\\' && p.pos+1 < len(p.text) {
			p.pos++
			b.WriteByte(p.text[p.pos])
			continue
		}
		if strings.IndexByte(" \t\r\n:()[]{}\"^~", ch) >= 0 {
			break
		}
		b.WriteByte(ch)
	}
	return b.String()
}

// until reads up to one of the end characters.
func (p *searchParser) until(ends string) (string, error) {
	n := strings.IndexAny(p.text[p.pos+1:], ends)
	if n < 0 {
		return "", fmt.Errorf("%q is not closed", p.text[p.pos:])
	}
	inside := p.text[p.pos+1 : p.pos+1+n]
	p.pos += n + 2
	return inside, nil
}
