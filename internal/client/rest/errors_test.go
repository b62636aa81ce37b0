package rest_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

func gzipped(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		io.WriteString(packed, body)
		packed.Close()
	}
}

// refusal makes a call to a service that responds with status and body, and returns its error.
func refusal(t *testing.T, status int, contentType, body string) error {
	t.Helper()
	c := client(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, body)
	}).URL, nil)
	return rest.Discard(t.Context(), c, c.Request("PATCH", "units", "u-1"))
}

func TestError_shapes(t *testing.T) {
	noRecord := []rest.Problem{{Code: "errors.noRecord", Message: "No unit u-1"}}
	for name, tc := range map[string]struct {
		body     string
		problems []rest.Problem
		excerpt  string
	}{
		"documented": {`{"errorCode":"errors.noRecord","message":"No unit u-1"}`, noRecord, ""},
		"shown":      {`{"errors":[{"code":"errors.noRecord","message":"No unit u-1"}]}`, noRecord, ""},
		"more members": {`{"errors":[{"code":"errors.noRecord","message":"No unit u-1","violations":[{"x":1}]}],"status":404}`, noRecord,
			""},
		"several": {`{"errors":[{"code":"errors.a","message":"A"},{"code":"errors.b","message":"B"}]}`,
			[]rest.Problem{{Code: "errors.a", Message: "A"}, {Code: "errors.b", Message: "B"}}, ""},
		"search":      {`{"messages":{"errors":["'q' is mandatory"]},"response":null}`, []rest.Problem{{Message: "'q' is mandatory"}}, ""},
		"other types": {`{"errors":"none","message":"plain"}`, []rest.Problem{{Message: "plain"}}, ""},
		"HTML":        {"<html>\n  <b>Not Found</b></html>", nil, "<html> <b>Not Found</b></html>"},
		"empty":       {"", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			failure, ok := errors.AsType[*rest.Error](refusal(t, 404, "application/json", tc.body))
			if !ok || failure.StatusCode != 404 || failure.Method != "PATCH" || failure.Path != "/units/u-1" {
				t.Fatalf("error = %+v", failure)
			}
			if diff := cmp.Diff(tc.problems, failure.Problems); diff != "" || failure.Excerpt != tc.excerpt {
				t.Errorf("excerpt %q, problems\n%s", failure.Excerpt, diff)
			}
		})
	}
}

func TestError_text(t *testing.T) {
	err := refusal(t, 409, "application/json", `{"errors":[{"code":"errors.optimisticLockingFailure","message":"version 3"}]}`)
	if want := "PATCH /units/u-1: 409 Conflict: errors.optimisticLockingFailure: version 3"; err.Error() != want {
		t.Errorf("Error() = %q, want %q", err, want)
	}
	for contentType, body := range map[string]string{"text/html": strings.Repeat("ä", 5000), "application/json": `{"message":"` +
		strings.Repeat("ä", 5000) + `"}`} {
		if long := refusal(t, 500, contentType, body); len(long.Error()) > 1100 {
			t.Errorf("Error() has %d bytes of the body", len(long.Error()))
		}
	}
	if steering := refusal(t, 500, "application/json", `{"message":"\u001b[2J\u009bgone"}`); !strings.HasSuffix(steering.Error(),
		`: \u001b[2J\u009bgone`) {
		t.Errorf("Error() = %q steers a terminal", steering)
	}
}

func TestError_kinds(t *testing.T) {
	kinds := map[string]error{
		"unauthorized": rest.ErrUnauthorized, "forbidden": rest.ErrForbidden, "no record": rest.ErrNoRecord,
		"conflict": rest.ErrConflict, "duplicate": rest.ErrDuplicate, "invalid": rest.ErrInvalid,
		"throttled": rest.ErrThrottled, "unavailable": rest.ErrUnavailable, "no response": rest.ErrNoResponse,
		"no operation": rest.ErrNoOperation,
	}
	for _, tc := range []struct {
		status int
		code   string
		want   []string
	}{
		{401, "", []string{"unauthorized"}},
		{401, "errors.insufficientRightsFunction", []string{"unauthorized"}},
		{403, "", []string{"forbidden"}},
		{404, "errors.insufficientRightsFunction", []string{"forbidden"}},
		{404, "errors.noRecord", []string{"no record"}},
		{404, "noRecord", []string{"no record"}},
		{404, "", []string{"no operation"}},
		{404, "errors.unknownPath", []string{"no operation"}},
		{405, "", []string{"no operation"}},
		{405, "errors.methodNotAllowed", []string{"no operation"}},
		{410, "errors.noRecord", nil},
		{409, "errors.optimisticLockingFailure", []string{"conflict"}},
		{409, "errors.duplicateValue", []string{"duplicate"}},
		{409, "errors.pessimisticLockingFailure", nil},
		{422, "errors.duplicateName", []string{"duplicate", "invalid"}},
		{422, "errors.passwordExists", []string{"duplicate", "invalid"}},
		{422, "errors.noRecord", []string{"invalid"}},
		{500, "errors.duplicateName", nil},
		{429, "", []string{"throttled"}},
		{502, "", []string{"unavailable"}},
		{503, "", []string{"unavailable"}},
		{504, "", []string{"unavailable"}},
	} {
		err := refusal(t, tc.status, "application/json", `{"errors":[{"code":"`+tc.code+`"}]}`)
		for name, kind := range kinds {
			matches := false
			for _, want := range tc.want {
				matches = matches || want == name
			}
			if errors.Is(err, kind) != matches {
				t.Errorf("%d %q: is %q = %t", tc.status, tc.code, name, !matches)
			}
		}
	}
}

// Every part of a response that repeats the login is masked, without a change to the kind of the
// error.
func TestError_masksEveryPart(t *testing.T) {
	const secret = "s3cr3t-tok3n"
	for name, handler := range map[string]http.HandlerFunc{
		"code": func(w http.ResponseWriter, _ *http.Request) {
			reply(w, 404, `{"errors":[{"code":"errors.`+secret+`","message":"x"},{"code":"errors.noRecord"}]}`)
		},
		"message": func(w http.ResponseWriter, _ *http.Request) {
			reply(w, 404, `{"message":"`+secret+`","errorCode":"noRecord"}`)
		},
		"text": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500); _, _ = io.WriteString(w, secret) },
		"media type": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/"+secret)
			_, _ = io.WriteString(w, "{}")
		},
		"location": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere/"+secret)
			w.WriteHeader(201)
		},
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://"+secret+".example.com/", http.StatusTemporaryRedirect)
		},
		"broken response": func(w http.ResponseWriter, _ *http.Request) { raw(w, "HTTP/1.1 "+secret+"\r\n\r\n") },
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, serve(t, handler).URL, func(config *rest.Config) { config.Secrets = []string{secret}; config.MaxRetries = -1 })
			_, err := rest.Create(t.Context(), c, c.Request("POST", "things"))
			if err == nil || strings.Contains(fmt.Sprintf("%v %+v", err, err), secret) {
				t.Errorf("the secret stands in %+v", err)
			}
			if (name == "code" || name == "message") && !errors.Is(err, rest.ErrNoRecord) {
				t.Errorf("%v means something else now", err)
			}
		})
	}
}

// raw writes text that is not HTTP.
func raw(w http.ResponseWriter, text string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = io.WriteString(conn, text)
	_ = conn.Close()
}
