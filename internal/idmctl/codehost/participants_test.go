package codehost

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"go.yaml.in/yaml/v3"
)

// testCommit is a commit of a request.
type testCommit struct {
	ID                         string `yaml:"-"`
	Author, Committer, Message string
	// Merge reports a merge by the vendor, and Unsigned one that only looks so.
	Merge, Unsigned bool
}

// took is what each user did for a plan that rita approves: a case of testdata/participants.yaml.
type took struct {
	// Pusher pushed the last commit, Starter and Restarter started attempts of the apply, Planner
	// started the plan, and Again planned and reviewed again.
	Opener, Pusher, Starter, Restarter, Planner, Again string
	Commits                                            []testCommit
	// Before is the number of anna's commits before these.
	Before int
	ByHand bool
	// Edited is the time at which the text of the approval was changed.
	Edited string
	// Role is rita's role; Denied is a path that cannot be read.
	Role, Denied string
	// Lost reports that the vendor does not list the head.
	Lost bool

	Vendor, Want string
}

// Digest, Head and Listed are for the templates of the vendors.
func (took) Digest() string { return testDigest }

func (s took) Head() string { return s.Commits[len(s.Commits)-1].ID }

func (s took) Listed() []testCommit {
	if s.Lost {
		return s.Commits[:len(s.Commits)-1]
	}
	return s.Commits
}

func decode(t *testing.T, content []byte, into any) {
	t.Helper()
	if err := yaml.Unmarshal(content, into); err != nil {
		t.Fatalf("%v\n%s", err, content)
	}
}

// complete sets what the case omits.
func (s *took) complete() {
	for _, each := range []*string{&s.Opener, &s.Pusher, &s.Planner, &s.Starter, &s.Again} {
		*each = cmp.Or(*each, "anna")
	}
	s.Commits = append(make([]testCommit, s.Before), s.Commits...)
	if len(s.Commits) == 0 {
		s.Commits = make([]testCommit, 1)
	}
	for i := range s.Commits {
		c := &s.Commits[i]
		c.ID, c.Author, c.Committer = fmt.Sprintf("%08x", 0xc0+i), cmp.Or(c.Author, "anna"), cmp.Or(c.Committer, "anna")
	}
}

// serve serves an API: its paths below the project or the root, and one page of each list.
func (s took) serve(t *testing.T, vendor string) string {
	ids := map[string]int{"anna": 50, "rita": 51}
	user := func(login string) string {
		if ids[login] == 0 {
			return "null"
		}
		return fmt.Sprintf("{id: %d, login: %s, username: %[2]s, type: User}", ids[login], login)
	}
	content, err := os.ReadFile("testdata/" + vendor + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	var api bytes.Buffer
	if err := template.Must(template.New("").Funcs(template.FuncMap{"user": user}).Parse(string(content))).Execute(&api, s); err != nil {
		t.Fatal(err)
	}
	paths := map[string]any{}
	decode(t, api.Bytes(), &paths)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/repos/acme/tenant"), "/projects/99"), "/")
		query := r.URL.Query()
		page, _ := strconv.Atoi(query.Get("page"))
		size, _ := strconv.Atoi(query.Get("per_page"))
		for _, paging := range []string{"page", "per_page", "sort", "include_retried", "event", "branch", "head_sha"} {
			query.Del(paging)
		}
		if s.Denied != "" && strings.HasSuffix(path, s.Denied) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		found, known := paths[path]
		if len(query) > 0 {
			found, known = paths[path+"?"+query.Encode()]
		}
		switch content := found.(type) {
		case string:
			_, _ = w.Write([]byte(content))
			return
		case []any:
			from := min(len(content), (max(page, 1)-1)*size)
			found = slices.Clone(content[from:min(len(content), from+size)])
		}
		if !known {
			w.WriteHeader(http.StatusNotFound)
		}
		_ = json.NewEncoder(w).Encode(found)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// An approval counts only from a person who took no part, on both vendors. What cannot be read is
// the worse case.
func TestFindPlan_participants(t *testing.T) {
	content, err := os.ReadFile("testdata/participants.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]took{}
	decode(t, content, &cases)
	for name, tc := range cases {
		tc.complete()
		for _, vendor := range []string{"github", "gitlab"} {
			if tc.Vendor != "" && tc.Vendor != vendor {
				continue
			}
			t.Run(name+" on "+vendor, func(t *testing.T) {
				if err := tc.plan(t, vendor); tc.Want == "" && err != nil ||
					tc.Want != "" && (err == nil || !strings.Contains(err.Error(), tc.Want)) {
					t.Errorf("%v, want %q", err, tc.Want)
				}
			})
		}
	}
}

// plan looks for the plan of a vendor.
func (s took) plan(t *testing.T, vendor string) error {
	t.Helper()
	address := s.serve(t, vendor)
	for variable, value := range map[string]string{
		"GITHUB_API_URL": address, "GITHUB_REPOSITORY": "acme/tenant", "HEAD_SHA": "", "GITHUB_SHA": "merge",
		"GITHUB_RUN_ID": "8", "RUN_ID": "", "PLAN_RUN_ID": "", "CI_API_V4_URL": address, "CI_COMMIT_SHA": "merge",
		"CI_PIPELINE_ID": "8", "CI_PIPELINE_SOURCE": "push", "CI_PROJECT_ID": "99"} {
		t.Setenv(variable, value)
	}
	if s.ByHand {
		t.Setenv("RUN_ID", "7")
		t.Setenv("CI_PIPELINE_SOURCE", "web")
		t.Setenv("GITHUB_SHA", s.Head())
		t.Setenv("CI_COMMIT_SHA", s.Head())
	}
	v, err := vendorOf(vendor)
	if err != nil {
		t.Fatal(err)
	}
	_, err = v.FindPlan(t.Context(), t.TempDir())
	return err
}

func vendorOf(name string) (vendor, error) {
	s := Settings{Branch: "main", Approvals: 1}
	if name == "github" {
		return newGitHub(s, "token", "")
	}
	return newGitLab(s, "token", "")
}

// An address names an account only in the form that a vendor gives to its users.
func TestPrivateAddress(t *testing.T) {
	for address, want := range map[string]int64{
		"51+rita@users.noreply.github.com": 51, "51-rita@users.noreply.gitlab.com": 51, "rita@users.noreply.github.com": 0,
		"51+rita@example.com": 0, "51@users.noreply.github.com": 0, "": 0, "99999999999999999999+x@users.noreply.github.com": 0,
	} {
		if got := privateAddress(address); got != want {
			t.Errorf("%s is %d", address, got)
		}
	}
}
