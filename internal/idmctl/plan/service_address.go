package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// NormalizeAddress returns the canonical form of an address, by which services are distinguished:
// scheme and host in lower case, an international host name in ASCII, without the scheme's default
// port, a trailing dot of the host, a trailing slash, user information or a fragment, and with
// digests in place of the values of its query, which may be keys. Other spellings of an escape or of
// an IP address are other addresses. The result is safe to display: an address that cannot be parsed
// loses everything before its last @ and after its first question mark.
func NormalizeAddress(address string) string {
	address = strings.TrimSpace(address)
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		address, _, _ = strings.Cut(address[strings.LastIndex(address, "@")+1:], "?")
		return address
	}
	parsed.User, parsed.ForceQuery, parsed.Fragment, parsed.RawFragment = nil, false, "", ""
	parsed.RawQuery = digests(parsed.RawQuery)
	parsed.Host = host(parsed.Hostname()) + port(parsed)
	parsed.RawPath = strings.TrimRight(parsed.EscapedPath(), "/")
	parsed.Path, _ = url.PathUnescape(parsed.RawPath)
	return parsed.String()
}

// digested is the digest of a value.
var digested = regexp.MustCompile(`^sha256:[0-9a-f]{8}$`)

// digests replaces the values of a query by the beginnings of their digests, which distinguish two
// addresses.
func digests(query string) string {
	if query == "" {
		return ""
	}
	parameters := strings.Split(query, "&")
	for i, parameter := range parameters {
		if name, value, has := strings.Cut(parameter, "="); has && !digested.MatchString(value) {
			digest := sha256.Sum256([]byte(value))
			parameters[i] = name + "=sha256:" + hex.EncodeToString(digest[:4])
		}
	}
	return strings.Join(parameters, "&")
}

// SameAddress reports whether two addresses refer to the same service.
func SameAddress(a, b string) bool { return NormalizeAddress(a) == NormalizeAddress(b) }

func host(name string) string {
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		return ascii
	}
	if strings.Contains(name, ":") {
		return "[" + name + "]" // IPv6
	}
	return name
}

func port(of *url.URL) string {
	text := of.Port()
	if number, err := strconv.Atoi(text); err == nil {
		text = strconv.Itoa(number)
	}
	if text == "" || text == map[string]string{"http": "80", "https": "443"}[of.Scheme] {
		return ""
	}
	return ":" + text
}
