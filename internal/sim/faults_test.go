package sim_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// faulty runs the demo tenant with faults in their text form.
func faulty(t *testing.T, specs ...string) *service {
	t.Helper()
	s := start(t)
	var faults []sim.Fault
	for _, spec := range specs {
		f, err := sim.ParseFault(spec)
		if err != nil {
			t.Fatal(err)
		}
		faults = append(faults, f)
	}
	if err := s.SetFaults(faults...); err != nil {
		t.Fatal(err)
	}
	return s
}

const newUnit = `{"extId":"u","name":"U","profileless":false}`

func TestFault_drop(t *testing.T) {
	for kind, exists := range map[string]int{"drop-before": 404, "drop-after": 200, "refuse": 404} {
		s := faulty(t, kind+":method=POST,path=/core/v1/*/units*,count=1")
		if got, err := s.try(admin, "POST acme/units/", newUnit); err == nil {
			t.Errorf("%s: responded %d", kind, got.status)
		}
		if got := s.send(t, admin, "GET acme/units/u", ""); got.status != exists {
			t.Errorf("%s: then GET returns %d, want %d", kind, got.status, exists)
		}
		if log := s.Requests(); log[0].Method != "POST" || log[0].Status != 0 {
			t.Errorf("%s: logged %+v", kind, log[0])
		}
		if exists == 404 {
			s.created(t, "POST acme/units/", newUnit)
		}
	}
}

// The extra item is inserted into each list and into no other response.
func TestFault_extraItem(t *testing.T) {
	s := faulty(t, `extra-item:item={"extId":7}`, "extra-item:path=*/profiles")
	for path, want := range map[string]string{
		"GET clients": "items:[map[extId:7] map[", "GET acme/units/acme-hq": "extId:acme-hq",
		"GET acme/users/u-anna/profiles": "items:[<nil> map[extId:7] map[", "GET acme/users/u-anna/consents/": "[map[extId:7]",
	} {
		if got := s.send(t, admin, path, ""); got.status != 200 || !strings.Contains(fmt.Sprint(got.body), want) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

func TestFault_status(t *testing.T) {
	s := faulty(t, "status:status=429,retry-after=7,count=1", "status:retry-after=date:60,skip=1,count=1")
	got := s.send(t, admin, "GET clients", "")
	if got.status != 429 || got.header.Get("Retry-After") != "7" {
		t.Errorf("%d %q", got.status, got.header.Get("Retry-After"))
	}
	got = s.send(t, admin, "GET clients", "")
	if _, err := http.ParseTime(got.header.Get("Retry-After")); got.status != 503 || err != nil {
		t.Errorf("%d %v", got.status, err)
	}
	s.run(t, step{"GET clients", "", 200, "", ""})
}

func TestFault_bodies(t *testing.T) {
	s := faulty(t, "truncated-body:path=/core/v1/clients", "html:path=/core/v1/applications,status=502",
		"slow-body:path=/core/v1/clients/acme,delay=1ms", "latency:path=/core/v1/clients/globex,delay=1ms")
	if got, err := s.try(admin, "GET clients", ""); err == nil {
		t.Errorf("a truncated body was read: %s", got.raw)
	}
	got := s.send(t, admin, "GET applications", "")
	if got.status != 502 || !strings.Contains(got.raw, "<html>") || !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
		t.Errorf("%d %s", got.status, got.raw)
	}
	s.run(t,
		step{"GET clients/acme", "", 200, "", `{"extId":"acme"}`},
		step{"GET clients/globex", "", 200, "", `{"extId":"globex"}`},
	)
}

// The same seed selects the same calls, and about as many as the probability implies.
func TestFault_probability(t *testing.T) {
	run := func() string {
		s := faulty(t, "status:probability=0.3,seed=11")
		var b strings.Builder
		for range 100 {
			if s.send(t, admin, "GET clients", "").status == 503 {
				b.WriteByte('x')
			} else {
				b.WriteByte('.')
			}
		}
		return b.String()
	}
	first := run()
	if n := strings.Count(first, "x"); n < 15 || n > 45 {
		t.Errorf("hit %d of 100", n)
	}
	if second := run(); second != first {
		t.Errorf("%s then %s", first, second)
	}
}

func TestFault_matching(t *testing.T) {
	s := faulty(t, "status:method=PATCH,path=*/acme-it")
	s.run(t,
		step{"GET acme/units/acme-it", "", 200, "", ""},
		step{"PATCH acme/units/acme-hq", `{}`, 200, "", ""},
		step{"PATCH acme/units/acme-it", `{}`, 503, "errors.unknownReason", ""},
	)
}

func TestParseFault_refused(t *testing.T) {
	for _, spec := range []string{
		"explode", "status:status=99", "status:status=x", "latency:delay=soon", "drop-after:count=-1", "drop-after:colour=red",
		"drop-after:count", "status:probability=2", "status:retry-after=soon",
	} {
		if _, err := sim.ParseFault(spec); err == nil || !strings.Contains(err.Error(), spec) {
			t.Errorf("%s: error %v", spec, err)
		}
	}
}

func TestControl(t *testing.T) {
	s := play(t)
	if n := len(s.Requests()); n != 2 {
		t.Errorf("%d requests are logged after the reset", n)
	}
}

func TestClock(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/units/", newUnit)
	s.clock.Add(time.Hour)
	s.run(t, step{"PATCH acme/units/u", `{"location":"x"}`, 200, "",
		`{"created":"2025-06-01T12:00:00Z","lastModified":"2025-06-01T13:00:00Z"}`})
}

func TestServer_FaultHits(t *testing.T) {
	s := faulty(t, "status:method=GET,count=2", "status:method=DELETE", "latency:delay=0s")
	for range 3 {
		s.send(t, admin, "GET clients", "")
	}
	if hits := s.FaultHits(); !slices.Equal(hits, []int{2, 0, 3}) {
		t.Errorf("hits %v", hits)
	}
}
