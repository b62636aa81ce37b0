package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// NormalizeAddress returns the canonical form of an address, by which services are distinguished:
// scheme and host in lower case, an international host name in ASCII, without the scheme's default
// port, a trailing dot of the host, a trailing slash, user information or a fragment, and with
// digests in place of the values of its query, which may be keys. The result is safe to display: an
// address that cannot be parsed loses everything before its last @ and after its first question
// mark.
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
	parsed.RawPath = percentEncoded(strings.TrimRight(parsed.EscapedPath(), "/"))
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
	if ip, err := netip.ParseAddr(name); err == nil {
		ip = ip.Unmap()
		if ip.Is6() {
			return "[" + ip.String() + "]"
		}
		return ip.String()
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		return ascii
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

var escape = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// percentEncoded writes every escape of a path in upper case, and decodes those that RFC 3986 calls
// unnecessary.
func percentEncoded(path string) string {
	return escape.ReplaceAllStringFunc(path, func(escaped string) string {
		plain, err := url.PathUnescape(escaped)
		if err == nil && url.PathEscape(plain) == plain && !strings.ContainsAny(plain, "$&+=:@") {
			return plain
		}
		return strings.ToUpper(escaped)
	})
}
