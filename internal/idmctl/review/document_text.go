package review

import "strings"

// moment shortens a timestamp for readers. Midnight is shown as a date.
func moment(text string) string {
	if day, midnight := strings.CutSuffix(text, "T00:00:00Z"); midnight {
		return day
	}
	if len(text) == len("2006-01-02T15:04:05Z") && text[10] == 'T' {
		return strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z") + " UTC"
	}
	return text
}

func enumerate(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
