package access

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Moment is a point in time, in microseconds since before the year 1. The zero Moment means no
// limit, and so does [Forever] as the end of a [Period].
type Moment int64

// Forever is after every other moment.
const Forever = Moment(math.MaxInt64)

var yearOne = time.Time{}.UnixMicro()

// At returns the moment of a time.
func At(t time.Time) Moment { return Moment(max(1, t.UnixMicro()-yearOne+1)) }

// Time returns the time of a moment, and false for no limit.
func (m Moment) Time() (time.Time, bool) {
	return time.UnixMicro(int64(m) - 1 + yearOne).UTC(), m != 0 && m != Forever
}

// Period includes From and excludes To.
type Period struct{ From, To Moment }

// Times are disjoint periods in ascending order.
type Times []Period

// Always contains all times.
var Always = Times{{0, Forever}}

// Between returns the times of a validity; a zero end means no limit.
func Between(from, to Moment) Times {
	if to == 0 {
		to = Forever
	}
	switch {
	case from == 0 && to == Forever:
		return Always
	case from >= to:
		return nil
	}
	return Times{{from, to}}
}

// Empty reports whether t contains no time.
func (t Times) Empty() bool { return len(t) == 0 }

// At reports whether t contains a time.
func (t Times) At(now time.Time) bool {
	at := At(now)
	return slices.ContainsFunc(t, func(p Period) bool { return p.From <= at && at < p.To })
}

// From returns the times that are not over at the given time.
func (t Times) From(now time.Time) Times { return t.And(Times{{At(now), Forever}}) }

func (t Times) unlimited() bool { return len(t) == 1 && t[0] == Always[0] }

// And returns the intersection.
func (t Times) And(other Times) Times {
	switch {
	case t.unlimited():
		return other
	case other.unlimited():
		return t
	}
	var both Times
	for i, j := 0, 0; i < len(t) && j < len(other); {
		if p := (Period{max(t[i].From, other[j].From), min(t[i].To, other[j].To)}); p.From < p.To {
			both = append(both, p)
		}
		if t[i].To < other[j].To {
			i++
		} else {
			j++
		}
	}
	return both
}

// Or returns the union.
func (t Times) Or(other Times) Times {
	switch {
	case len(t) == 0 || other.unlimited():
		return other
	case len(other) == 0 || t.unlimited():
		return t
	}
	all := slices.Concat(t, other)
	slices.SortFunc(all, func(a, b Period) int { return cmp.Compare(a.From, b.From) })
	either := Times{all[0]}
	for _, p := range all[1:] {
		if last := &either[len(either)-1]; p.From <= last.To {
			last.To = max(last.To, p.To)
		} else {
			either = append(either, p)
		}
	}
	return either
}

// Without returns the times of t that are not in other.
func (t Times) Without(other Times) Times {
	rest := t
	for _, p := range other {
		var outside Times
		if p.From > 0 {
			outside = append(outside, Period{0, p.From})
		}
		if p.To < Forever {
			outside = append(outside, Period{p.To, Forever})
		}
		rest = rest.And(outside)
	}
	return rest
}
