package connection

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
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

// reader reads settings and collects problems.
type reader struct {
	problems SettingsError
	// hidden contains the query values of addresses, which may be keys.
	hidden []string
	// block is false for programs without a provider block, so that their messages mention only the
	// environment.
	block bool
}

func (r *reader) add(n name, summary, detail string) {
	r.problems = append(r.problems, Problem{Path: n.path(), Summary: summary, Detail: detail})
}

// missing records that a setting is set nowhere, which is not a mistake in itself.
func (r *reader) missing(p Problem) {
	p.missing = true
	r.problems = append(r.problems, p)
}

// place names the places where an argument can be set.
func (r *reader) place(n name) string {
	if r.block {
		return "in the provider block or in the environment variable " + n.variable()
	}
	return "in the environment variable " + n.variable()
}

func (r *reader) invalid(n name, reason string) {
	r.add(n, "Invalid "+string(n), reason+" It is set "+r.place(n)+".")
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

// parsed parses a setting that is not a string. It returns nil when the setting is missing or
// invalid; kind describes the defect.
func parsed[T any](r *reader, n name, given *T, kind string, parse func(string) (T, bool)) *T {
	text := n.environment()
	if given != nil || text == "" {
		return given
	}
	value, ok := parse(text)
	if !ok {
		r.invalid(n, strconv.Quote(text)+" is "+kind+".")
		return nil
	}
	return &value
}

func (r *reader) number(n name, given *int) *int {
	return parsed(r, n, given, "not a whole number", func(text string) (int, bool) {
		number, err := strconv.Atoi(text)
		return number, err == nil && number >= 0
	})
}

func (r *reader) rate(n name, given *float64) float64 {
	rate := parsed(r, n, given, "not a number above 0", func(text string) (float64, bool) {
		number, err := strconv.ParseFloat(text, 64)
		return number, err == nil && number > 0
	})
	if rate == nil {
		return 0
	}
	return *rate
}

func (r *reader) flag(n name, given *bool, otherwise bool) bool {
	flag := parsed(r, n, given, "neither true nor false", func(text string) (bool, bool) {
		set, err := strconv.ParseBool(text)
		return set, err == nil
	})
	if flag == nil {
		return otherwise
	}
	return *flag
}

func (r *reader) url(n name, given *string) *url.URL {
	before := len(r.problems)
	text := r.identifier(n, given)
	if text == "" || len(r.problems) > before {
		return nil
	}
	if why := reason(text, n == "proxy_url", "http", "https"); why != "" {
		r.invalid(n, why)
		return nil
	}
	address, err := url.Parse(text)
	if err != nil {
		r.invalid(n, "This is not an address.")
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

// headerName is the name of a header in HTTP.
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

func (r *reader) headers(n name, given map[string]*string) map[string]string {
	headers := map[string]string{}
	if text := n.environment(); given == nil && text != "" && json.Unmarshal([]byte(text), &headers) != nil {
		r.invalid(n, "This is not a JSON object of strings.")
	}
	for header, value := range given {
		headers[header] = optional(value)
	}
	for _, header := range slices.Sorted(maps.Keys(headers)) {
		if !headerName.MatchString(header) {
			r.invalid(n, fmt.Sprintf("%q is not the name of a header. It has letters, digits and hyphens.", header))
			continue
		}
		before := len(r.problems)
		r.checked(n, headers[header], inHeader, invisible)
		for i := range r.problems[before:] {
			r.problems[before+i].Detail = "Header " + header + ": " + r.problems[before+i].Detail
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
