package sim

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

const (
	defaultLimit = 1000
	loweredLimit = 100
)

// listing describes the features of a list in addition to paging.
type listing struct {
	fields []field
	// filters are the attribute paths that may be filtered; nil permits all.
	filters []string
	// suffixed are the filters that also accept _SW and _IEQ.
	suffixed []string
	sorts    []string
	// offset and total report whether the list accepts these parameters.
	offset, total bool
	// properties permits filters on custom properties.
	properties bool
	// show converts a record for the response; nil returns the shown fields.
	show func(*record) doc
	// classes are the classes of the items' attributes, for the envelope.
	classes doc
	// byID orders the list by external ID only.
	byID bool
}

// page returns one page of the records, which are in list order.
func (c *call) page(l listing, records []*record) reply {
	q := c.listQuery(l)
	if len(q.filters) > 0 {
		records = slices.DeleteFunc(slices.Clone(records), func(r *record) bool { return !q.matches(r.doc) })
	}
	entries := q.order(records)
	start := q.start(entries)
	end := min(start+q.limit, len(entries))
	pagination := doc{"limit": q.limit}
	if end < len(entries) {
		pagination["continuationToken"] = entries[end-1].token()
	}
	if q.total && !c.quirks[quirkNoTotal] {
		pagination["totalResult"] = len(entries)
	}
	show := l.show
	if show == nil {
		show = func(r *record) doc { return view(l.fields, r.doc, c.quirks) }
	}
	items := make([]doc, 0, end-start)
	for _, e := range entries[start:end] {
		items = append(items, show(e.record))
	}
	out := doc{"items": items, "_pagination": pagination}
	classify(out, l.classes)
	return okReply(out)
}

// listQuery holds the query parameters of a list.
type listQuery struct {
	limit, offset int
	hasOffset     bool
	token         string
	total         bool
	sort          string
	descending    bool
	byID          bool
	filters       []filter
}

func (c *call) listQuery(l listing) *listQuery {
	q := &listQuery{limit: defaultLimit, byID: l.byID, token: c.query.Get("continuationToken")}
	if c.quirks[quirkLowerLimit] {
		q.limit = loweredLimit
	}
	if n := wholeParameter("limit", c.query.Get("limit")); n > 0 {
		q.limit = min(n, q.limit)
	}
	for name, values := range c.query {
		switch {
		case name == "limit" || name == "continuationToken":
		case name == "returnTotalResultCount":
			q.total = l.total && values[0] == "true"
		case name == "offset" && l.offset:
			q.offset, q.hasOffset = wholeParameter(name, values[0]), true
		case name == "sortBy" && l.sorts != nil:
			q.readSort(l, values[0])
		default:
			c.readFilter(l, q, name, values)
		}
	}
	return q
}

// wholeParameter reads a number of a query; an absent one is 0.
func wholeParameter(name, v string) int {
	n, err := strconv.ParseInt(cmp.Or(v, "0"), 10, 32)
	if err != nil || n < 0 {
		panic(refuse(codeInvalidParameter, "%s is %q, which is not a non-negative number.", name, v))
	}
	return int(n)
}

func (q *listQuery) readSort(l listing, v string) {
	name, descending := strings.CutSuffix(v, "_DESC")
	if !descending {
		name = strings.TrimSuffix(v, "_ASC")
	}
	q.descending = descending
	if !slices.Contains(l.sorts, name) {
		panic(refuse(codeInvalidParameter, "sortBy is %q, known are %s, each with _ASC or _DESC.", v, strings.Join(l.sorts, ", ")))
	}
	q.sort = name
}

// entry is a record with its position in the order of a list.
type entry struct {
	record  *record
	sorted  bool
	value   string
	created int64
	id      string
}

func (q *listQuery) entry(r *record) entry {
	e := entry{record: r, created: r.created, id: r.id}
	if q.byID {
		e.created = 0
	}
	if q.sort != "" {
		e.sorted, e.value = true, sortKey(attribute(r.doc, q.sort))
	}
	return e
}

// order sorts the records: by the value of sortBy, then by created, then by external ID.
func (q *listQuery) order(records []*record) []entry {
	entries := make([]entry, len(records))
	for i, r := range records {
		entries[i] = q.entry(r)
	}
	if q.sort != "" {
		slices.SortStableFunc(entries, q.compare)
	}
	return entries
}

func (q *listQuery) compare(a, b entry) int {
	if c := cmp.Compare(a.value, b.value); c != 0 {
		if q.descending {
			return -c
		}
		return c
	}
	if c := cmp.Compare(a.created, b.created); c != 0 {
		return c
	}
	return cmp.Compare(a.id, b.id)
}

// start returns the index of the page's first entry.
func (q *listQuery) start(entries []entry) int {
	if q.hasOffset {
		return min(q.offset, len(entries))
	}
	if q.token == "" {
		return 0
	}
	last, ok := q.parseToken()
	if !ok {
		panic(refuse(codeInvalidParameter, "continuationToken is not one of this list."))
	}
	return sort.Search(len(entries), func(i int) bool { return q.compare(entries[i], last) > 0 })
}

// token points after an entry. It holds the value of sortBy, the time of creation in milliseconds,
// and the ID.
func (e entry) token() string {
	token := strconv.FormatInt(e.created, 10) + "_" + e.id
	if e.sorted {
		token = base64.RawURLEncoding.EncodeToString([]byte(e.value)) + "." + token
	}
	return token
}

func (q *listQuery) parseToken() (entry, bool) {
	e := entry{}
	token := q.token
	if q.sort != "" {
		value, rest, ok := strings.Cut(token, ".")
		plain, err := base64.RawURLEncoding.DecodeString(value)
		if !ok || err != nil {
			return e, false
		}
		e.value, token = string(plain), rest
	}
	created, id, ok := strings.Cut(token, "_")
	n, err := strconv.ParseInt(created, 10, 64)
	if !ok || err != nil || id == "" {
		return e, false
	}
	e.created, e.id = n, id
	return e, true
}

// attribute reads a value by its path; a dot separates nested names.
func attribute(d doc, path string) any {
	name, rest, nested := strings.Cut(path, ".")
	if !nested {
		return d[name]
	}
	group, _ := d[name].(doc)
	return attribute(group, rest)
}

// formatParam formats a value as in a query parameter; an absent one is "".
func formatParam(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return ""
}

// sortKey formats a value so that strings sort in the order of the values.
func sortKey(v any) string {
	if n, ok := v.(int64); ok {
		return fmt.Sprintf("%016x", uint64(n)^(1<<63))
	}
	return formatParam(v)
}
