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
	if q.sort != "" {
		records = slices.SortedStableFunc(slices.Values(records), func(a, b *record) int { return q.compare(a, q.position(b)) })
	}
	start := q.start(records)
	end := min(start+q.limit, len(records))
	pagination := doc{"limit": q.limit}
	if end < len(records) {
		pagination["continuationToken"] = q.tokenAfter(records[end-1])
	}
	if q.total && !c.quirks[quirkNoTotal] {
		pagination["totalResult"] = len(records)
	}
	show := l.show
	if show == nil {
		show = func(r *record) doc { return view(l.fields, r.doc, c.quirks) }
	}
	items := make([]doc, 0, end-start)
	for _, rec := range records[start:end] {
		items = append(items, show(rec))
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

// position is the place of a record in the order of a list.
type position struct {
	value   string
	created int64
	id      string
}

func (q *listQuery) position(r *record) position {
	p := position{created: r.created, id: r.id}
	if q.byID {
		p.created = 0
	}
	if q.sort != "" {
		p.value = sortKey(attribute(r.doc, q.sort))
	}
	return p
}

// compare orders by the value of sortBy, then by created, then by external ID.
func (q *listQuery) compare(r *record, to position) int {
	p := q.position(r)
	byValue := cmp.Compare(p.value, to.value)
	if q.descending {
		byValue = -byValue
	}
	return cmp.Or(byValue, cmp.Compare(p.created, to.created), cmp.Compare(p.id, to.id))
}

// start returns the index of the page's first record.
func (q *listQuery) start(records []*record) int {
	if q.hasOffset || q.token == "" {
		return min(q.offset, len(records))
	}
	last := q.parseToken()
	return sort.Search(len(records), func(i int) bool { return q.compare(records[i], last) > 0 })
}

// tokenAfter points after a record. It holds the value of sortBy, the time of creation in
// milliseconds, and the ID.
func (q *listQuery) tokenAfter(r *record) string {
	p := q.position(r)
	token := strconv.FormatInt(p.created, 10) + "_" + p.id
	if q.sort != "" {
		token = base64.RawURLEncoding.EncodeToString([]byte(p.value)) + "." + token
	}
	return token
}

func (q *listQuery) parseToken() position {
	var value []byte
	var valueErr error
	token := q.token
	if q.sort != "" {
		encoded, rest, _ := strings.Cut(token, ".")
		value, valueErr = base64.RawURLEncoding.DecodeString(encoded)
		token = rest
	}
	created, id, _ := strings.Cut(token, "_")
	n, err := strconv.ParseInt(created, 10, 64)
	if err != nil || valueErr != nil || id == "" {
		panic(refuse(codeInvalidParameter, "continuationToken is not one of this list."))
	}
	return position{string(value), n, id}
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
