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
// the clocks can skip or repeat either of them, so each period with one offset counts by itself.
func bounds(midnight time.Time, zone *time.Location) (first, last time.Time) {
	const hours = 36 * time.Hour
	for at := midnight.Add(-hours); at.Before(midnight.Add(2 * hours)); {
		_, offset := at.In(zone).Zone()
		begin := midnight.Add(-time.Duration(offset) * time.Second)
		end := begin.Add(24 * time.Hour)
		from, to := at.In(zone).ZoneBounds()
		if !from.IsZero() && from.After(begin) {
			begin = from
		}
		if !to.IsZero() && to.Before(end) {
			end = to
		}
		if begin.Before(end) {
			if first.IsZero() {
				first = begin.In(zone)
			}
			last = end.Add(-time.Second).In(zone)
		}
		if to.IsZero() {
			break
		}
		at = to
	}
	return first, last
}

// DayStart returns the first second of a day in a zone.
func DayStart(day, zone string) (time.Time, error) {
	of, err := Zone(zone)
	if err != nil {
		return time.Time{}, err
	}
	first, _, err := Day(day, of)
	return first, err
}

// DayEnd returns the last second of a day in a zone.
func DayEnd(day, zone string) (time.Time, error) {
	of, err := Zone(zone)
	if err != nil {
		return time.Time{}, err
	}
	_, last, err := Day(day, of)
	return last, err
}
