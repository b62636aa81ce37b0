package sim_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// TestScripts runs testdata/*.txt. A script is a sequence of calls, each with its body, and its
// response in the next line: the status, the code of the first error, and a JSON value that the body
// must contain; or one of
//
//	201 created [ID]   the address of a new object ends in ID
//	items FIELD V…     200, with a list of objects with these values
//	closed             no response
//
// Lines before a call:
//
//	seed ARRAY JSON    an element for the next start
//	crowd N            N users for the next start
//	start [QUIRK…]     starts the demo tenant, with the elements of the lines before
//	bare [QUIRK…]      starts a tenant with nothing else
//	fault SPEC…        sets faults
//	advance DURATION   advances the clock
//	as TOKEN           the token of the next calls; "as basic USER:PASSWORD", "as technical TEXT"
//	header NAME VALUE  a header of the next call
//	repeat N           makes the next call N times
//
// Lines after it:
//
//	has TEXT           the body holds the text; "hasnt TEXT": it does not
//	matches REGEXP     the body matches
//	got NAME REGEXP    a header of the response matches as a whole
//	keep NAME PATH     keeps a value of the body for ${NAME}, or of a new object the path (Address) or
//	                   its last element (Location)
//	stored ARRAY ID JSON            what an object of the state contains, by its extId or FIELD=VALUE
//	keepstored NAME ARRAY ID PATH   keeps a value of it
//	left TEXT                       a text that the state must not hold
//	requests N                      the number of recorded requests
//	pages PATH SIZE…                reads all pages of a list of different objects
//	search KIND NAME=VALUE [& NAME=VALUE…] => ID…   a search and its hits
//	badsearch KIND NAME=VALUE…      a search that is refused
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			play(t, string(text))
		})
	}
}

type player struct {
	*testing.T
	service *service
	further map[string][]any
	// authorization, headers and repeat are those of the next call.
	authorization string
	headers       []string
	repeat        int
	call          string
	last          apiResponse
	kept          []string
}

func play(t *testing.T, text string) {
	t.Helper()
	p := &player{T: t, further: map[string][]any{}, repeat: 1}
	for number, line := range strings.Split(text, "\n") {
		line = strings.NewReplacer(p.kept...).Replace(line)
		failed := t.Failed()
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || first == "#":
		case p.call != "":
			p.answered(first, rest)
		case strings.ToUpper(first) == first:
			p.call = line
		default:
			p.command(first, rest)
		}
		if t.Failed() && !failed {
			t.Fatalf("line %d: %s; the last response is %d %s", number+1, line, p.last.status, p.last.raw)
		}
	}
	if p.service == nil || p.call != "" {
		t.Fatalf("the script ends after %q", p.call)
	}
}

func (p *player) check(ok bool) {
	if !ok {
		p.Fail()
	}
}

// decoded reads JSON.
func (p *player) decoded(text string) (value any) {
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		p.Fatalf("%v in %s", err, text)
	}
	return value
}

func (p *player) start(seed []byte, quirks string) {
	p.service = startWith(p.T, sim.Options{Seed: seedWith(p.T, seed, p.further), Quirks: strings.Fields(quirks)})
	p.authorization, p.further = "Bearer "+admin, map[string][]any{}
}

// answered makes the call and compares its response.
func (p *player) answered(status, rest string) {
	method, path, _ := strings.Cut(p.call, " ")
	path, body, _ := strings.Cut(path, " ")
	p.call = ""
	for range p.repeat {
		var err error
		p.last, err = p.service.try(p.authorization, method+" "+path, body, p.headers...)
		if status == "closed" {
			p.check(err != nil)
		} else if p.check(err == nil); err == nil {
			p.compare(status, rest)
		}
	}
	p.headers, p.repeat = nil, 1
}

func (p *player) compare(status, rest string) {
	if status == "items" {
		field, want, _ := strings.Cut(rest, " ")
		p.check(p.last.status == 200 && column(at(p.last.body, "items"), field) == want)
		return
	}
	p.check(strconv.Itoa(p.last.status) == status)
	if id, created := strings.CutPrefix(rest, "created"); created {
		location := p.last.header.Get("Location")
		p.check(p.last.raw == "" && strings.HasPrefix(location, p.service.url+"/core/v1/"))
		if id = strings.TrimSpace(id); strings.HasPrefix(id, "$") {
			p.keep(id[1:], "Location")
		} else if id != "" {
			p.check(strings.HasSuffix(location, "/"+id))
		}
		return
	}
	code, want := rest, ""
	if at := strings.IndexAny(rest, "{["); at >= 0 {
		code, want = strings.TrimSpace(rest[:at]), rest[at:]
	}
	p.check(p.last.code() == code)
	if want != "" {
		p.contains(p.last.body, want)
	}
}

func (p *player) contains(got any, want string) {
	if diff := contains(got, p.decoded(want), "body"); diff != "" {
		p.Error(diff)
	}
}

func (p *player) keep(name, path string) {
	location := p.last.header.Get("Location")
	var value any
	switch path {
	case "Address":
		value = strings.TrimPrefix(location, p.service.url)
	case "Location":
		value = location[strings.LastIndexByte(location, '/')+1:]
	default:
		value = at(p.last.body, path)
	}
	p.check(value != nil)
	p.kept = append(p.kept, "${"+name+"}", fmt.Sprint(value))
}

// stored returns an object of the state.
func (p *player) stored(array, id string) any {
	field, value, ok := strings.Cut(id, "=")
	if !ok {
		field, value = "extId", id
	}
	elements, _ := at(p.decoded(string(p.service.State())), array).([]any)
	for _, e := range elements {
		if fmt.Sprint(at(e, field)) == value {
			return e
		}
	}
	p.Errorf("%s has no %s", array, id)
	return nil
}

func (p *player) command(name, rest string) {
	words := strings.Fields(rest)
	switch name {
	case "seed":
		array, element, _ := strings.Cut(rest, " ")
		p.further[array] = append(p.further[array], p.decoded(element))
	case "crowd":
		p.further["users"] = crowd(p.number(rest))
	case "start":
		p.start(sim.DemoSeed(), rest)
	case "bare":
		p.start([]byte(`{"clients":[{"extId":"acme","name":"Acme"}],"callers":[{"token":"demo-admin-token","permissions":["*"],"clients":["*"]}]}`),
			rest)
	case "fault":
		var faults []sim.Fault
		for _, spec := range words {
			f, err := sim.ParseFault(spec)
			p.check(err == nil)
			faults = append(faults, f)
		}
		p.check(p.service.SetFaults(faults...) == nil)
	case "advance":
		d, err := time.ParseDuration(rest)
		p.check(err == nil)
		p.service.clock.Add(d)
	case "as":
		p.authorization = "Bearer " + rest
		if login, ok := strings.CutPrefix(rest, "basic "); ok {
			p.authorization = basic(login)
		} else if text, ok := strings.CutPrefix(rest, "technical "); ok {
			p.authorization = "Bearer " + base64.RawStdEncoding.EncodeToString([]byte(text))
		}
	case "header":
		header, value, _ := strings.Cut(rest, " ")
		p.headers = append(p.headers, header, value)
	case "repeat":
		p.repeat = p.number(rest)
	default:
		p.afterCall(name, rest, words)
	}
}

func (p *player) afterCall(name, rest string, words []string) {
	switch name {
	case "has", "hasnt":
		p.check(strings.Contains(p.last.raw, rest) == (name == "has"))
	case "got":
		header, want, _ := strings.Cut(rest, " ")
		p.check(regexp.MustCompile("^(?:" + want + ")$").MatchString(p.last.header.Get(header)))
	case "matches":
		p.check(regexp.MustCompile(rest).MatchString(p.last.raw))
	case "keep":
		p.keep(words[0], words[1])
	case "stored":
		parts := strings.SplitN(rest, " ", 3)
		p.contains(p.stored(parts[0], parts[1]), parts[2])
	case "keepstored":
		p.kept = append(p.kept, "${"+words[0]+"}", fmt.Sprint(at(p.stored(words[1], words[2]), words[3])))
	case "left":
		p.check(!strings.Contains(string(p.service.State()), rest))
	case "requests":
		p.check(len(p.service.Requests()) == p.number(rest))
	case "pages":
		p.check(fmt.Sprint(p.pages(words[0])) == fmt.Sprint(words[1:]))
	case "search", "badsearch":
		p.search(rest)
	default:
		p.Fatalf("unknown command %s", name)
	}
}

func (p *player) number(text string) int {
	n, err := strconv.Atoi(text)
	p.check(err == nil)
	return n
}

// search makes a search, whose refusal has one message and no response.
func (p *player) search(line string) {
	query, want, found := strings.Cut(line, " =>")
	kind, list, _ := strings.Cut(query, " ")
	parameters := url.Values{}
	for parameter := range strings.SplitSeq(list, " & ") {
		if name, value, ok := strings.Cut(parameter, "="); ok {
			parameters.Add(name, value)
		}
	}
	p.call = "GET /query/v1/" + kind + "?" + parameters.Encode()
	if !found {
		p.answered("400", `{"messages":{"errors":["*"]}}`)
		p.check(strings.Contains(p.last.raw, `"response":null`))
		return
	}
	p.answered("200", `{"messages":{}}`)
	p.check(column(at(p.last.body, "response.hits"), "extid") == strings.TrimSpace(want))
}

// crowd returns users whose names and creation times have opposite orders.
func crowd(n int) []any {
	users := make([]any, n)
	for i := range users {
		users[i] = map[string]any{
			"clientExtId": "acme", "extId": fmt.Sprintf("u%04d", i), "loginId": fmt.Sprintf("L%d", i),
			"name":    map[string]any{"familyName": fmt.Sprintf("n%04d", n-i)},
			"address": map[string]any{"postOfficeBoxNumber": i}, "created": time.Unix(int64(i/2), 0).UTC().Format(time.RFC3339),
		}
	}
	return users
}

// pages reads all pages of a list and returns their sizes.
func (p *player) pages(path string) (sizes []int) {
	seen, token := []string{}, ""
	for {
		got := p.service.send(p.T, admin, http.MethodGet+" "+path+"&continuationToken="+url.QueryEscape(token), "")
		page := strings.Fields(column(at(got.body, "items"), "extId"))
		for _, id := range page {
			p.check(!slices.Contains(seen, id))
		}
		seen, sizes = append(seen, page...), append(sizes, len(page))
		next, _ := at(got.body, "_pagination.continuationToken").(string)
		if next == "" {
			return sizes
		}
		p.check(next != token)
		token = next
	}
}
