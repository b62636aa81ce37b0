package sheet

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	// A container without a time zone database has the zones, too.
	_ "time/tzdata"
)

// dayForm matches 2027-06-30 and, as a German spreadsheet writes it, 30.06.2027.
var dayForm = regexp.MustCompile(`^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{4}))$`)

// Zone returns a time zone by its name in the IANA database.
func Zone(name string) (*time.Location, error) {
	if name != "" && name != "Local" {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone, nil
		}
	}
	return nil, fmt.Errorf("%q is not a time zone; write a name of the IANA database, such as Europe/Zurich or UTC", name)
}

// IsDay reports whether a text has the form of a day.
func IsDay(text string) bool { return dayForm.MatchString(text) }

// Day returns the first and the last second of a day in a zone.
func Day(day string, zone *time.Location) (first, last time.Time, err error) {
	found := dayForm.FindStringSubmatch(day)
	if found == nil {
		return first, last, noDay(day)
	}
	var numbers [7]int
	for i := range found[1:] {
		numbers[i+1], _ = strconv.Atoi(found[i+1])
	}
	year, month, of := numbers[1]+numbers[6], time.Month(numbers[2]+numbers[5]), numbers[3]+numbers[4]
	midnight := time.Date(year, month, of, 0, 0, 0, 0, time.UTC)
	if year == 0 || midnight.Day() != of || midnight.Month() != month {
		return first, last, fmt.Errorf("%q is not a day of the calendar", day)
	}
	if first, last = bounds(midnight, zone); first.IsZero() {
		return first, last, fmt.Errorf("%s has no %s: its clocks left the day out", zone, day)
	}
	return first, last, nil
}

func noDay(text string) error {
	const form = "write a day as 2027-06-30 or 30.06.2027"
	if _, err := time.Parse(time.RFC3339, text); err == nil {
		return fmt.Errorf("%q is a moment, not a day; %s", text, form)
	}
	return fmt.Errorf("%q is not a day; %s", text, form)
}

// bounds returns the first and the last second of a day, given by its midnight in UTC. A change of
// the clocks near the day can skip or repeat either of them, so both offsets count.
func bounds(midnight time.Time, zone *time.Location) (first, last time.Time) {
	const near = 36 * time.Hour
	for _, at := range []time.Time{midnight.Add(-near), midnight.Add(24*time.Hour + near)} {
		_, offset := at.In(zone).Zone()
		begin := midnight.Add(-time.Duration(offset) * time.Second).In(zone)
		end := begin.Add(24*time.Hour - time.Second)
		if begin.Day() == midnight.Day() && (first.IsZero() || begin.Before(first)) {
			first = begin
		}
		if end.Day() == midnight.Day() && end.After(last) {
			last = end
		}
	}
	return first, last
}
