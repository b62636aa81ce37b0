package plan

import (
	"cmp"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclparse"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"
	"google.golang.org/protobuf/encoding/protowire"
)

// lockFile is the name of the dependency lock file, also in a saved plan.
const lockFile = ".terraform.lock.hcl"

// usualHosts are the registries that serve this provider.
var usualHosts = []string{"registry.terraform.io", "registry.opentofu.org"}

// own reports whether a provider source is this provider: from a usual registry, or the given
// source.
func own(provider, source string) bool {
	for _, host := range usualHosts {
		if provider == host+usualSource || source != "" && strings.Count(source, "/") < 2 && provider == host+"/"+source {
			return true
		}
	}
	return source != "" && provider == source
}

// Backend is the backend of the state.
type Backend struct {
	Type, Workspace string
	// Settings are the arguments that identify the location, such as bucket=acme, without secrets.
	Settings []string
}

// String describes the backend on one line.
func (b Backend) String() string {
	if b.Type == "" {
		return ""
	}
	text := strings.Join(append([]string{b.Type}, b.Settings...), " ")
	if b.Workspace != "" && b.Workspace != "default" {
		text += " workspace=" + b.Workspace
	}
	return text
}

// secretSetting matches backend arguments whose values can be secrets. Only their names are shown.
var secretSetting = regexp.MustCompile(`(?i)password|token|credentials?$|http_auth|access_key|headers?$|_pem$|secret(_key|_id)?$|` +
	`(client|customer|encryption|private)_key$|client_certificate$`)

// placeSetting matches arguments that only contain the location of a secret.
var placeSetting = regexp.MustCompile(`(?i)_(files?|path|url)$`)

// secretText matches a part of an address or connection string that may be a secret.
var secretText = regexp.MustCompile(`(?i)pass(word|wd|phrase)|token|secret|credential|auth|api_?key|access_?key|signature|\bsig=`)

// hiddenText is shown in place of a value that may contain a secret. It may be any value, so that
// Allow does not accept it.
const hiddenText = "(hidden: set it in an environment variable)"

// The fields of the message Backend in planfile.proto.
const (
	fieldBackend                                                = 13
	fieldBackendType, fieldBackendConfig, fieldBackendWorkspace = 1, 2, 3
	fieldMsgpack                                                = 1
)

// readBackend reads the backend of the state.
func (a *archive) readBackend(content []byte) error {
	return fields(content, func(number protowire.Number, value []byte, _ uint64) error {
		switch number {
		case fieldBackendType:
			a.backend.Type = string(value)
		case fieldBackendWorkspace:
			a.backend.Workspace = string(value)
		case fieldBackendConfig:
			return fields(value, func(number protowire.Number, value []byte, _ uint64) error {
				if number == fieldMsgpack {
					a.backend.Settings = backendSettings(value)
				}
				return nil
			})
		}
		return nil
	})
}

// backendSettings returns the arguments of a backend that are set, without secrets, so that the
// text of two backends differs.
func backendSettings(encoded []byte) []string {
	unreadable := []string{"(configuration that cannot be read)"}
	of, err := ctymsgpack.ImpliedType(encoded)
	if err != nil {
		return unreadable
	}
	value, err := ctymsgpack.Unmarshal(encoded, of)
	if err != nil {
		return unreadable
	}
	settings, isObject := plainValue(value).(map[string]any)
	if !isObject {
		return unreadable
	}
	return settingsOf(settings)
}

// settingsOf returns the attributes of an object that are set.
func settingsOf(values Values) []string {
	var found []string
	for _, name := range values.Keys() {
		value := values[name]
		switch {
		case value == nil, value == "":
		case secretSetting.MatchString(name) && !placeSetting.MatchString(name):
			found = append(found, name)
		default:
			if text := settingText(value); text != "[]" {
				found = append(found, name+"="+text)
			}
		}
	}
	return found
}

// settingText returns a value, quoted if it would be ambiguous.
func settingText(value any) string {
	switch value := value.(type) {
	case string:
		if secret(value) {
			return hiddenText
		}
		if strings.ContainsAny(value, " \"[],{}=") || strconv.Quote(value) != `"`+value+`"` {
			return strconv.Quote(value)
		}
		return value
	case map[string]any:
		return "{" + strings.Join(settingsOf(value), ", ") + "}"
	case []any:
		elements := make([]string, len(value))
		for i, element := range value {
			elements[i] = settingText(element)
		}
		return "[" + strings.Join(elements, ", ") + "]"
	}
	return cmp.Or(Text(value), "null")
}

// secret reports whether a URL, a connection string or another text may contain a secret.
func secret(text string) bool {
	address, err := url.Parse(text)
	if err != nil || address.Scheme == "" || address.Opaque != "" {
		last := strings.LastIndex(text, "@")
		return last >= 0 && strings.Contains(text[:last], ":") || secretText.MatchString(text) && strings.Contains(text, "=")
	}
	query, err := url.QueryUnescape(address.RawQuery)
	return address.User != nil || err != nil || secretText.MatchString(query)
}

// list adds the providers that the apply can run, the backend, and the parts that the file does not
// list completely.
func (p *Plan) list(d *document, saved *archive, folder, source string) {
	known := map[string]bool{}
	if d.Config != nil {
		for _, c := range d.Config.ProviderConfigs {
			if c != nil && c.FullName != "" {
				known[c.FullName] = true
			}
		}
	}
	locked, hasLock := lockedProviders(saved, folder)
	for _, provider := range locked {
		known[provider] = true
	}
	p.Providers = slices.Sorted(maps.Keys(known))
	for _, provider := range p.Providers {
		if own(provider, source) {
			continue
		}
		p.other(OtherSource, provider, "The plan uses the provider %s, whose code runs with the environment of the apply.", provider)
	}
	if saved != nil {
		p.Backend, p.Arguments = saved.backend, saved.arguments
	}
	if at := p.Backend.String(); at != "" && at != "local" {
		p.other(OtherBackend, at, "The state is stored in the backend %s.", at)
	}
	if !hasLock {
		p.Unlisted = append(p.Unlisted, UnlistedProviders)
	}
	// The JSON never contains the backend. The JSON of OpenTofu lists ephemeral resources, and has
	// no "complete".
	switch {
	case saved != nil && p.Backend.Type == "":
		// A newer CLI may store the state by another means than a backend.
		p.Unlisted = append(p.Unlisted, UnlistedState)
	case saved != nil:
	case d.encrypted:
		p.Unlisted = append(p.Unlisted, UnlistedEncrypted)
	case d.Complete != nil:
		p.Unlisted = append(p.Unlisted, UnlistedEphemerals)
	default:
		p.Unlisted = append(p.Unlisted, UnlistedBackend)
	}
}

// lockedProviders returns the providers of the lock file in a saved plan, or next to a JSON file.
func lockedProviders(saved *archive, folder string) (providers []string, known bool) {
	content := []byte(nil)
	if saved != nil {
		content = saved.lock
	} else if read, err := os.ReadFile(filepath.Join(folder, lockFile)); err == nil {
		content = read
	}
	file, diagnostics := hclparse.NewParser().ParseHCL(content, lockFile)
	if content == nil || diagnostics.HasErrors() {
		return nil, false
	}
	for _, block := range blocks(file.Body, blockProvider, "source") {
		providers = append(providers, block.Labels[0])
	}
	return providers, true
}

// Allow removes the Others for allowed providers, by source with host, and for allowed backends, in
// the form of Backend.String, which must not hide a value.
func (p *Plan) Allow(providers, backends []string) {
	p.Others = slices.DeleteFunc(p.Others, func(o Other) bool {
		switch o.Kind {
		case OtherSource:
			return slices.Contains(providers, o.Address)
		case OtherBackend:
			return slices.Contains(backends, o.Address) && !strings.Contains(o.Address, hiddenText)
		}
		return false
	})
}

// loginBlocks are the provider's blocks. Each contains a login.
var loginBlocks = []string{"cloud", "oauth2", "self_admin", "technical_user"}

// plainSettings are the provider's arguments without a login. Every other argument counts as one.
var plainSettings = []string{
	"allow_plain_http", "base_url", "batch_reads", "ca_certificate", "client_ext_id", "max_concurrent_requests", "max_retries",
	"people_on_destroy", "plan_checks", "proxy_url", "request_timeout", "requests_per_second",
}

// logins reports the arguments and blocks with a login, and the headers, without their values.
func (s *services) logins(c *configuration) {
	given := slices.DeleteFunc(slices.Collect(maps.Keys(c.Expressions)), func(name string) bool {
		return slices.Contains(plainSettings, name)
	})
	for _, name := range loginBlocks {
		if s.isDynamic(c, name) {
			given = append(given, name)
		}
	}
	if len(given) > 0 {
		s.found.other(OtherLogin, c.key, "The provider configuration %s sets %s.", c.key, strings.Join(distinct(given), ", "))
	}
}
