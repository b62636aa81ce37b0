package sim

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

const (
	defaultSearchSize = 10
	maxSearchSize     = 1000
)

// searchKind is a kind of searchable objects.
type searchKind struct {
	table, right string
	// fields are those that a query may name.
	fields []string
	// index returns the searchable values of an object.
	index func(c *call, rec *record) indexed
	// show returns the hit for an object.
	show func(c *call, rec *record) doc
	// dataRoomOnly limits the hits to the clients that the caller sees.
	dataRoomOnly bool
}

var searches = map[string]searchKind{
	"users":        {"users", "UserSearch", userSearchFields, (*call).indexUser, (*call).userHit, true},
	"clients":      {"clients", "ClientSearch", namedSearchFields, indexNamed, clientHit, false},
	"units":        {"units", "UnitSearch", append([]string{"location"}, namedSearchFields...), indexNamed, hitOf("UNIT"), false},
	"applications": {"applications", "ApplicationSearch", namedSearchFields, indexNamed, hitOf("APPLICATION"), false},
	"roles":        {"roles", "RoleSearch", namedSearchFields, indexNamed, hitOf("ROLE"), false},
}

// search returns the hits among some kinds. It omits kinds that the caller may not search; without
// any kind the result is empty.
func search(kinds []string) handler {
	return func(c *call, _ *record) reply {
		r := c.searchRequest(kinds)
		hits := c.hits(kinds, r)
		start := min(r.from, len(hits))
		end := min(start+r.size, len(hits))
		page := make([]doc, 0, end-start)
		for _, h := range hits[start:end] {
			out := h.kind.show(c, h.record)
			out["_score"] = h.score
			out["_internalId"] = internalID(h.kind.table, h.record)
			page = append(page, out)
		}
		response := doc{"totalResults": len(hits), "from": r.from, "size": len(page), "hits": page}
		return okReply(doc{"response": response, "messages": doc{}})
	}
}

// badSearch returns the error for an invalid query, in the format of this API.
func badSearch(format string, args ...any) *apiError {
	f := malformed(format, args...)
	f.body = doc{"messages": doc{"errors": []string{f.problems[0].Message}}, "response": nil}
	return f
}

// searchRequest holds the parameters of a search.
type searchRequest struct {
	query      searchQuery
	from, size int
	sort       string
	descending bool
}

// searchRequest reads the parameters.
func (c *call) searchRequest(kinds []string) *searchRequest {
	r := &searchRequest{size: defaultSearchSize}
	for name := range c.query {
		if !slices.Contains([]string{"q", "from", "size", "df", "s"}, name) && !c.quirks[quirkIgnoreUnknown] {
			panic(badSearch("The parameter '%s' is unknown.", name))
		}
	}
	for name, into := range map[string]*int{"from": &r.from, "size": &r.size} {
		if v := c.query.Get(name); v != "" {
			n, err := strconv.ParseInt(v, 10, 32)
			if err != nil || n < 0 {
				panic(badSearch("The parameter '%s' must be a number from 0 on.", name))
			}
			*into = int(n)
		}
	}
	r.size = min(r.size, maxSearchSize)
	known := map[string]bool{}
	for _, kind := range kinds {
		for _, field := range searches[kind].fields {
			known[field] = true
		}
	}
	if strings.TrimSpace(c.query.Get("q")) == "" {
		panic(badSearch("The parameter 'q' is mandatory."))
	}
	fields := c.query["df"]
	for _, field := range fields {
		if !known[field] {
			panic(badSearch("The parameter 'df' names the undefined field %s.", field))
		}
	}
	if len(fields) == 0 {
		fields = keys(known)
	}
	p := &searchParser{rest: c.query.Get("q"), known: known, fields: fields}
	r.query = p.parse()
	name, direction, _ := strings.Cut(c.query.Get("s"), " ")
	if name != "" && !known[name] || direction != "" && direction != "asc" && direction != "desc" {
		panic(badSearch("The parameter 's' must be a field followed by asc or desc."))
	}
	r.sort, r.descending = name, direction == "desc"
	return r
}

type searchHit struct {
	kind   searchKind
	record *record
	score  int
	value  string
}

// hits returns all hits in order: by the value of s, or else by relevance.
func (c *call) hits(kinds []string, r *searchRequest) []searchHit {
	var hits []searchHit
	for _, name := range kinds {
		kind := searches[name]
		if !c.caller.may(kind.right) {
			continue
		}
		for _, rec := range c.data[kind.table].ordered() {
			if kind.dataRoomOnly && !c.caller.canSee(rec.text("clientExtId")) {
				continue
			}
			values := kind.index(c, rec)
			if hit, score := r.query(values); hit {
				hits = append(hits, searchHit{kind, rec, score, strings.ToLower(strings.Join(values[r.sort], " "))})
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b searchHit) int {
		switch {
		case r.sort == "":
			return cmp.Compare(b.score, a.score)
		case r.descending:
			return cmp.Compare(b.value, a.value)
		}
		return cmp.Compare(a.value, b.value)
	})
	return hits
}
