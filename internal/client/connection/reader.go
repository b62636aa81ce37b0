package connection

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"
)

// name is the name of an argument in the provider's block, with dots for nested arguments:
// technical_user.secret.
type name string

func (n name) path() []string { return strings.Split(string(n), ".") }

// variable returns the environment variable of the argument.
func (n name) variable() string {
	return "IDM_" + strings.ToUpper(strings.ReplaceAll(string(n), ".", "_"))
}

func (n name) environment() string { return os.Getenv(n.variable()) }

// place names the places where the argument can be set.
func (n name) place() string {
	return string(n) + " in the provider block or the environment variable " + n.variable()
}

// reader reads settings and collects problems.
type reader struct {
	problems SettingsError
	// hidden contains the query values of addresses, which may be keys.
	hidden []string
}

func (r *reader) add(n name, summary, detail string) {
	r.problems = append(r.problems, Problem{Path: n.path(), Summary: summary, Detail: detail})
}

// missing records that a setting is set nowhere, which is not a mistake in itself.
func (r *reader) missing(p Problem) {
	p.missing = true
	r.problems = append(r.problems, p)
}

func (r *reader) invalid(n name, reason string) {
	r.add(n, "Invalid "+string(n), reason+" It is set with "+n.place()+".")
}

func (r *reader) text(n name, given *string) string {
	if given == nil {
		return n.environment()
	}
	if *given == "" {
		r.add(n, "Empty string", "An empty string is not a value here. Omit the argument to use the environment variable "+
			n.variable()+".")
	}
	return *given
}

// parsed parses a setting that is not a string. It returns otherwise when the setting is missing or
// invalid; kind describes the defect.
func parsed[T any](r *reader, n name, given *T, otherwise T, kind string, parse func(string) (T, bool)) T {
	text := n.environment()
	switch value, ok := parse(text); {
	case given != nil:
		return *given
	case ok:
		return value
	case text != "":
		r.invalid(n, strconv.Quote(text)+" is "+kind+".")
	}
	return otherwise
}

func (r *reader) number(n name, given *int, otherwise int) int {
	return parsed(r, n, given, otherwise, "not a whole number", func(text string) (int, bool) {
		number, err := strconv.Atoi(text)
		return number, err == nil && number >= 0
	})
}

func (r *reader) rate(n name, given *float64) float64 {
	return parsed(r, n, given, 0, "not a number above 0", func(text string) (float64, bool) {
		number, err := strconv.ParseFloat(text, 64)
		return number, err == nil && number > 0
	})
}

func (r *reader) flag(n name, given *bool, otherwise bool) bool {
	return parsed(r, n, given, otherwise, "neither true nor false", func(text string) (bool, bool) {
		set, err := strconv.ParseBool(text)
		return set, err == nil
	})
}

func (r *reader) url(n name, given *string) *url.URL {
	before := len(r.problems)
	text := r.identifier(n, given)
	if text == "" || len(r.problems) > before {
		return nil
	}
	address, ok := parse(text, n == "proxy_url", "http", "https")
	if !ok {
		r.invalid(n, notAddress)
		return nil
	}
	for _, values := range address.Query() {
		r.hidden = append(r.hidden, values...)
	}
	return address
}

func (r *reader) duration(n name, given *string) time.Duration {
	text := r.text(n, given)
	if text == "" {
		return 0
	}
	duration, err := time.ParseDuration(text)
	if err != nil || duration <= 0 {
		r.invalid(n, "This is not a time such as 45s or 2m.")
	}
	return duration
}

// choice returns the chosen value or, if the setting is missing, otherwise. It rejects values other
// than choices.
func (r *reader) choice(n name, given *string, otherwise string, choices ...string) string {
	chosen := r.text(n, given)
	if chosen == "" {
		return otherwise
	}
	if last := len(choices) - 1; !slices.Contains(choices, chosen) {
		r.invalid(n, "It is "+strings.Join(choices[:last], ", ")+" or "+choices[last]+".")
	}
	return chosen
}

func (r *reader) headers(n name, given map[string]*string) map[string]string {
	headers := map[string]string{}
	if text := n.environment(); given == nil && text != "" && json.Unmarshal([]byte(text), &headers) != nil {
		r.invalid(n, "This is not a JSON object of strings.")
	}
	for header, value := range given {
		headers[header] = optional(value)
	}
	for _, header := range slices.Sorted(maps.Keys(headers)) {
		if !httpguts.ValidHeaderFieldName(header) || !httpguts.ValidHeaderFieldValue(headers[header]) {
			r.invalid(n, fmt.Sprintf("The name or the value of the header %q contains a character that HTTP does not allow, such as a "+
				"line break.", header))
		}
	}
	return headers
}

func optional(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
