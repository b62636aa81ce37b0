package provider_test

import (
	"context"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// configured tests a configuration of strings. It returns the diagnostics, one per line: summary,
// path, detail.
func configured(t *testing.T, arguments map[string]tftypes.Value) []string {
	t.Helper()
	s, schemas := server(t)
	typ := schemas.Provider.ValueType()
	attributes := nulls(typ)
	maps.Copy(attributes, arguments)
	config, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, attributes))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.ConfigureProvider(context.Background(), &tfprotov6.ConfigureProviderRequest{Config: &config})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, d := range resp.Diagnostics {
		lines = append(lines, d.Summary+" | "+d.Attribute.String()+" | "+d.Detail)
	}
	return lines
}

// clearEnvironment removes the credentials of a real service from the environment.
func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "IDM_") {
			t.Setenv(name, "")
		}
	}
}

func str(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }

func oauth2Of(url string) tftypes.Value { return oauth2With(str(url)) }

func oauth2With(url tftypes.Value) tftypes.Value {
	scopes := tftypes.List{ElementType: tftypes.String}
	typ := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"token_url": tftypes.String, "client_id": tftypes.String,
		"client_secret": tftypes.String, "scopes": scopes}}
	return tftypes.NewValue(typ, map[string]tftypes.Value{
		"token_url": url, "client_id": str("id"), "client_secret": tftypes.NewValue(tftypes.String, nil),
		"scopes": tftypes.NewValue(scopes, nil)})
}

func TestConfig_refused(t *testing.T) {
	clearEnvironment(t)
	type arguments = map[string]tftypes.Value
	tests := map[string]struct {
		arguments   arguments
		environment map[string]string
		want        []string
	}{
		"no base url": {arguments{"token": str("t")}, nil, []string{"Missing base_url", `AttributeName("base_url")`, "IDM_BASE_URL"}},
		"base url is not one": {arguments{"base_url": str("idm.example.com"), "token": str("t")}, nil,
			[]string{"Invalid base_url", `AttributeName("base_url")`}},
		"another scheme": {arguments{"base_url": str("ftp://idm.example.com"), "token": str("t")}, nil, []string{"Invalid base_url"}},
		"plain http": {arguments{"base_url": str("http://idm.example.com"), "token": str("t")}, nil,
			[]string{"Plain http to another host", "allow_plain_http"}},
		"empty string": {arguments{"base_url": str(""), "token": str("t")}, nil, []string{"Empty string", `AttributeName("base_url")`}},
		"no login":     {arguments{"base_url": str("https://idm.example.com")}, nil, []string{"Missing login", "technical_user"}},
		"two logins": {arguments{"base_url": str("https://idm.example.com"), "token": str("t"), "username": str("u"),
			"password": str("p")}, nil, []string{"Two ways to sign in", "token", "username and password"}},
		"two in environment": {arguments{"base_url": str("https://idm.example.com")},
			map[string]string{"IDM_TOKEN": "t", "IDM_USERNAME": "u"},
			[]string{"Two ways to sign in", "environment"}},
		"half a login": {arguments{"base_url": str("https://idm.example.com"), "username": str("u")}, nil,
			[]string{"Incomplete login", `AttributeName("password")`, "IDM_PASSWORD"}},
		"oauth2 without a key": {arguments{"base_url": str("https://idm.example.com"), "oauth2": oauth2Of("https://login.example.com")},
			nil,
			[]string{"Incomplete login", "client_secret"}},
		"unknown": {arguments{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "token": str("t")}, nil,
			[]string{"Value not known yet", `AttributeName("base_url")`}},
		"unknown inside": {arguments{"base_url": str("https://idm.example.com"),
			"oauth2": oauth2With(tftypes.NewValue(tftypes.String, tftypes.UnknownValue))}, nil,
			[]string{"Value not known yet", `AttributeName("oauth2").AttributeName("token_url")`}},
		"timeout": {arguments{"base_url": str("https://idm.example.com"), "token": str("t"), "request_timeout": str("soon")}, nil,
			[]string{"Invalid request_timeout"}},
		"number in environment": {arguments{"base_url": str("https://idm.example.com"), "token": str("t")},
			map[string]string{"IDM_MAX_RETRIES": "many"},
			[]string{"Invalid max_retries", "IDM_MAX_RETRIES"}},
		"tokens over plain http": {arguments{"base_url": str("https://idm.example.com"), "oauth2": oauth2Of("http://login.example.com")},
			map[string]string{"IDM_OAUTH2_CLIENT_SECRET": "s"},
			[]string{"Plain http to another host", `AttributeName("oauth2").AttributeName("token_url")`}},
		"cloud over plain http": {arguments{"base_url": str("https://idm.example.com"), "token": str("t")},
			map[string]string{"IDM_CLOUD_BASE_URL": "http://cloud.example.com", "IDM_CLOUD_ACCESS_KEY": "k"},
			[]string{"Plain http to the cloud service", `AttributeName("cloud").AttributeName("base_url")`}},
		"cloud without a key": {arguments{"base_url": str("https://idm.example.com"), "token": str("t")},
			map[string]string{"IDM_CLOUD_BASE_URL": "https://cloud.example.com"}, []string{"Incomplete login", "access_key"}},
		"half a self admin": {arguments{"base_url": str("https://idm.example.com"), "token": str("t")},
			map[string]string{"IDM_SELF_ADMIN_USERNAME": "anna"}, []string{"Incomplete login", "IDM_SELF_ADMIN_PASSWORD"}},
		"ca certificate": {arguments{"base_url": str("https://idm.example.com"), "token": str("t"), "ca_certificate": str("nonsense")}, nil,
			[]string{"Invalid ca_certificate", `AttributeName("ca_certificate")`, "-----BEGIN CERTIFICATE-----"}},
		"a token with a line break": {arguments{"base_url": str("https://idm.example.com"), "token": str("t\n")}, nil,
			[]string{"Invalid token", `AttributeName("token")`, "ends with a line break (U+000A)"}},
		"a token with its scheme": {arguments{"base_url": str("https://idm.example.com"), "token": str("bearer t")}, nil,
			[]string{"Invalid token", `AttributeName("token")`, "give the token alone"}},
		"a token in quotation marks": {arguments{"base_url": str("https://idm.example.com")}, map[string]string{"IDM_TOKEN": `"t"`},
			[]string{"Invalid token", `AttributeName("token")`, "quotation marks", "IDM_TOKEN"}},
		"misspelled variable": {arguments{"base_url": str("https://idm.example.com"), "token": str("t")},
			map[string]string{"IDM_MAX_RETRYS": "1"}, []string{"Misspelled environment variable", "Did you mean IDM_MAX_RETRIES?"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for variable, value := range test.environment {
				t.Setenv(variable, value)
			}
			lines := configured(t, test.arguments)
			if len(lines) != 1 {
				t.Fatalf("want one error, got %d:\n%s", len(lines), strings.Join(lines, "\n"))
			}
			for _, want := range test.want {
				if !strings.Contains(lines[0], want) {
					t.Errorf("%q is missing in %s", want, lines[0])
				}
			}
		})
	}
}

func TestConfig_accepted(t *testing.T) {
	clearEnvironment(t)
	type arguments = map[string]tftypes.Value
	tests := map[string]struct {
		arguments   arguments
		environment map[string]string
	}{
		"all from the environment": {nil,
			map[string]string{"IDM_BASE_URL": "https://idm.example.com/api", "IDM_USERNAME": "u", "IDM_PASSWORD": "p",
				"IDM_CLIENT_EXT_ID":       "acme",
				"IDM_REQUESTS_PER_SECOND": "2.5", "IDM_MAX_CONCURRENT_REQUESTS": "3", "IDM_REQUEST_TIMEOUT": "5s"}},
		"the configuration wins": {arguments{"base_url": str("https://idm.example.com"), "token": str("t")},
			map[string]string{"IDM_BASE_URL": "nonsense", "IDM_USERNAME": "u"}},
		"loopback may be plain": {arguments{"base_url": str("http://127.0.0.1:8080"), "token": str("t")}, nil},
		"plain http when allowed": {arguments{"base_url": str("http://idm.example.com"), "token": str("t"),
			"allow_plain_http": tftypes.NewValue(tftypes.Bool, true)}, nil},
		"headers sign in": {arguments{"base_url": str("https://idm.example.com")},
			map[string]string{"IDM_HEADERS": `{"X-Gateway-Key":"k"}`}},
		"secret comes from around": {arguments{"base_url": str("https://idm.example.com"), "oauth2": oauth2Of("https://login.example.com")},
			map[string]string{"IDM_OAUTH2_CLIENT_SECRET": "s"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for variable, value := range test.environment {
				t.Setenv(variable, value)
			}
			for _, line := range configured(t, test.arguments) {
				t.Error(line)
			}
		})
	}
}
