package plancheck

import (
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// With a CLI that makes one call at a time, only the first question waits: nothing can answer it
// during the wait.
func TestAsk_serial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, reports := time.Now(), 0
		connection, err := rest.New(rest.Config{BaseURL: &url.URL{Scheme: "https", Host: "idm.example.com"}})
		if err != nil {
			t.Fatal(err)
		}
		run := New(idm.New(connection))
		for range 50 {
			done := run.Busy()
			p := &Planned{run: run, ctx: t.Context()}
			p.ask(severalWait, question{open: func() bool { return true }, report: func(*Planned) { reports++ }})
			done()
		}
		if waited := time.Since(start); waited > planQuiet+nextCall || reports != 50 {
			t.Errorf("%d reports after %s", reports, waited)
		}
	})
}
