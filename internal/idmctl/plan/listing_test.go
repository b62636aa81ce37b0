package plan_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// hidden is shown in place of a value that may contain a secret.
const hidden = "(hidden: set it in an environment variable)"

const lockOf = "provider %q {\n  version = \"1.0.0\"\n  hashes = []\n}\n"

func lock(providers ...string) string {
	var text strings.Builder
	for _, provider := range providers {
		text.WriteString(strings.ReplaceAll(lockOf, "%q", `"`+provider+`"`))
	}
	return text.String()
}

const ownUnit = `{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{},"resource_changes":[{"address":"idm_unit.a",
"mode":"managed","type":"idm_unit","name":"a","provider_name":"registry.terraform.io/identity-iac/idm",
"change":{"actions":["no-op"],"before":{"name":"A"},"after":{"name":"A"}}}],"configuration":{"root_module":{"resources":[
{"address":"ephemeral.random_password.p","mode":"ephemeral","type":"random_password","name":"p"}]}}}`

// backendOf returns the backend entry of a saved plan.
func backendOf(t *testing.T, kind string, arguments map[string]cty.Value) string {
	t.Helper()
	value := cty.ObjectVal(arguments)
	encoded, err := ctymsgpack.Marshal(value, value.Type())
	if err != nil {
		t.Fatal(err)
	}
	config := protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), encoded)
	backend := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), kind)
	backend = protowire.AppendBytes(protowire.AppendTag(backend, 2, protowire.BytesType), config)
	backend = protowire.AppendString(protowire.AppendTag(backend, 3, protowire.BytesType), "default")
	return string(protowire.AppendBytes(protowire.AppendTag(nil, 13, protowire.BytesType), backend))
}

// A saved plan lists every provider of its lock file, including one that only supplies functions,
// and the backend without its secrets. A look-alike host is another provider.
func TestRead_listing(t *testing.T) {
	const usual, random = "registry.terraform.io/identity-iac/idm", "registry.terraform.io/hashicorp/random"
	null := cty.NullVal(cty.String)
	for name, test := range map[string]struct {
		providers []string
		kind      string
		arguments map[string]cty.Value
		allow     [2][]string
		want      []string
	}{
		"this provider alone": {[]string{usual}, "local", map[string]cty.Value{"path": null}, [2][]string{}, nil},
		"the other registry": {[]string{"registry.opentofu.org/identity-iac/idm"}, "local", map[string]cty.Value{"path": null},
			[2][]string{}, nil},
		"a look-alike host": {[]string{"registry.terraform.io.evil.example/identity-iac/idm"}, "", nil, [2][]string{},
			[]string{"provider-source registry.terraform.io.evil.example/identity-iac/idm"}},
		"a look-alike letter": {[]string{"regіstry.terraform.io/identity-iac/idm"}, "", nil, [2][]string{},
			[]string{"provider-source regіstry.terraform.io/identity-iac/idm"}},
		"another namespace": {[]string{"registry.terraform.io/identity-iac-evil/idm"}, "", nil, [2][]string{},
			[]string{"provider-source registry.terraform.io/identity-iac-evil/idm"}},
		"functions only":     {[]string{usual, random}, "", nil, [2][]string{}, []string{"provider-source " + random}},
		"functions, allowed": {[]string{usual, random}, "", nil, [2][]string{{random}}, nil},
		"allowed at other host": {[]string{"evil.example/hashicorp/random"}, "", nil, [2][]string{{random}},
			[]string{"provider-source evil.example/hashicorp/random"}},
		"a local path": {[]string{usual}, "local", map[string]cty.Value{"path": cty.StringVal("/srv/s")}, [2][]string{},
			[]string{"backend local path=/srv/s"}},
		"a remote backend": {[]string{usual}, "s3",
			map[string]cty.Value{"bucket": cty.StringVal("acme"), "secret_key": cty.StringVal("hunter2")},
			[2][]string{}, []string{"backend s3 bucket=acme secret_key"}},
		"a remote backend, allowed": {[]string{usual}, "s3", map[string]cty.Value{"bucket": cty.StringVal("acme")},
			[2][]string{nil, {"s3 bucket=acme"}}, nil},
		"another bucket": {[]string{usual}, "s3", map[string]cty.Value{"bucket": cty.StringVal("evil")},
			[2][]string{nil, {"s3 bucket=acme"}}, []string{"backend s3 bucket=evil"}},
		"a password in an address, allowed": {[]string{usual}, "http",
			map[string]cty.Value{"address": cty.StringVal("https://u:hunter2@s.example")},
			[2][]string{nil, {"http address=" + hidden}}, []string{"backend http address=" + hidden}},
		"another address of the lock": {[]string{usual}, "http", map[string]cty.Value{"address": cty.StringVal("https://s.example"),
			"lock_address": cty.StringVal("https://evil.example")}, [2][]string{nil, {"http address=https://s.example"}},
			[]string{"backend http address=https://s.example lock_address=https://evil.example"}},
		"a value that looks like another setting": {[]string{usual}, "s3", map[string]cty.Value{"bucket": cty.StringVal("evil key=acme")},
			[2][]string{nil, {"s3 bucket=evil key=acme"}}, []string{`backend s3 bucket="evil key=acme"`}},
		"connection strings": {[]string{usual}, "pg", map[string]cty.Value{"conn_str": cty.StringVal("host=evil password='hunter2'")},
			[2][]string{}, []string{"backend pg conn_str=" + hidden}},
		"blocks": {[]string{usual}, "s3", map[string]cty.Value{"bucket": cty.StringVal("acme"), "encrypt": cty.False,
			"endpoints":   cty.ObjectVal(map[string]cty.Value{"s3": cty.StringVal("https://evil.example")}),
			"assume_role": cty.ObjectVal(map[string]cty.Value{"role_arn": cty.StringVal("arn"), "token": cty.StringVal("hunter2")})},
			[2][]string{nil, {"s3 bucket=acme"}},
			[]string{"backend s3 assume_role={role_arn=arn, token} bucket=acme encrypt=false endpoints={s3=https://evil.example}"}},
	} {
		t.Run(name, func(t *testing.T) {
			entries := map[string]string{".terraform.lock.hcl": lock(test.providers...), "tfplan": ""}
			if test.kind != "" {
				entries["tfplan"] = backendOf(t, test.kind, test.arguments)
			}
			p, err := saved(t, ownUnit, entries)
			if err != nil {
				t.Fatal(err)
			}
			p.Allow(test.allow[0], test.allow[1])
			// Without a backend, the state may be stored by another means of a newer CLI.
			if got := kinds(p); !slices.Equal(got, test.want) || slices.Contains(p.Unlisted, plan.UnlistedState) != (test.kind == "") {
				t.Errorf("%q, want %q; unlisted %q", got, test.want, p.Unlisted)
			}
			if strings.Contains(strings.Join(kinds(p), " ")+p.Backend.String(), "hunter2") {
				t.Error("shows a secret")
			}
		})
	}
}

// JSON contains no lock file: the one in its folder is used, and without it the list is incomplete.
func TestRead_listingFromJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, []byte(ownUnit), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := plan.Read(t.Context(), file, plan.CLI{})
	if err != nil || len(p.Unlisted) == 0 || !slices.Contains(kinds(p), "read ephemeral.random_password.p") {
		t.Errorf("unlisted %q, %q, %v", p.Unlisted, kinds(p), err)
	}
	beside := filepath.Join(filepath.Dir(file), ".terraform.lock.hcl")
	if err := os.WriteFile(beside, []byte(lock("registry.terraform.io/hashicorp/random")), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err = plan.Read(t.Context(), file, plan.CLI{})
	if err != nil || !slices.Equal(p.Unlisted, []plan.Unlisted{plan.UnlistedBackend}) ||
		!slices.Contains(kinds(p), "provider-source registry.terraform.io/hashicorp/random") {
		t.Errorf("unlisted %q, %q, %v", p.Unlisted, kinds(p), err)
	}
}

// The text of a backend differs if a setting leads elsewhere, and never contains a secret in any
// notation; a value that may be one is hidden.
func TestRead_backendSettings(t *testing.T) {
	for setting, want := range map[[2]string]string{
		{"address", "https://s.example:8080/a@b?author=x%zz"}:    "address=" + hidden,
		{"address", "u:hunt/er2@h"}:                              "address=" + hidden,
		{"conn_str", "PassPhrase = hunter2"}:                     "conn_str=" + hidden,
		{"path", "token"}:                                        "path=token",
		{"address", "https://s.example/a@b"}:                     "address=https://s.example/a@b",
		{"address", "https://s.example/x?private_token=hunter2"}: "address=" + hidden,
		{"address", "https://u:hunter2%@s.example"}:              "address=" + hidden,
		{"client_certificate", "hunter2"}:                        "client_certificate",
		{"client_key", "hunter2"}:                                "client_key",
		{"conn_str", "host=h user=a@t"}:                          `conn_str="host=h user=a@t"`,
		{"conn_str", `password='x\'hunter2' host=h`}:             "conn_str=" + hidden,
		{"conn_str", `password=x\ hunter2 host=h`}:               "conn_str=" + hidden,
		{"conn_str", "password=hunter2\u00a0host=h"}:             "conn_str=" + hidden,
		{"conn_str", "postgres://h/db?pass%77ord=hunter2"}:       "conn_str=" + hidden,
		{"endpoint", "u:hunter2@h"}:                              "endpoint=" + hidden,
		{"schema_name", "idm_acme"}:                              "schema_name=idm_acme",
		{"secret_id", "hunter2"}:                                 "secret_id",
		{"secret_suffix", "acme"}:                                "secret_suffix=acme",
		{"web_identity_token_file", "/run/token"}:                "web_identity_token_file=/run/token",
	} {
		p, err := saved(t, ownUnit, map[string]string{".terraform.lock.hcl": lock("registry.terraform.io/identity-iac/idm"),
			"tfplan": backendOf(t, "x", map[string]cty.Value{setting[0]: cty.StringVal(setting[1])})})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Backend.String(); got != "x "+want {
			t.Errorf("%s %q: %q, want %q", setting[0], setting[1], got, "x "+want)
		}
	}
}
