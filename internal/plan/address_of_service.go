package plan

import (
	"net/url"
	"strconv"
	"strings"
)

// NormalAddress writes the address of a service the one way that services are distinguished by:
// scheme and host in small letters, without the scheme's own port, slashes at the end, and what may
// be a login.
func NormalAddress(address string) string {
	parsed, err := url.Parse(strings.TrimSpace(address))
	if err != nil || parsed.Host == "" {
		return withoutLogin(address)
	}
	parsed.Scheme, parsed.User = strings.ToLower(parsed.Scheme), nil
	host, port := strings.TrimSuffix(strings.ToLower(parsed.Hostname()), "."), parsed.Port()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if number, err := strconv.Atoi(port); err == nil {
		port = strconv.Itoa(number)
	}
	if port != "" && port != map[string]string{"http": "80", "https": "443"}[parsed.Scheme] {
		host += ":" + port
	}
	parsed.Host = host
	parsed.Path, parsed.RawPath = strings.TrimRight(parsed.Path, "/"), strings.TrimRight(parsed.RawPath, "/")
	return parsed.String()
}

// withoutLogin leaves out what stands before the last @ of something that is no address.
func withoutLogin(address string) string {
	if i := strings.LastIndex(address, "@"); i >= 0 {
		return address[i+1:]
	}
	return address
}
