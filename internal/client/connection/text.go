package connection

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// invisible reports whether a character cannot be seen: white space, a control or a format
// character.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// checked reports a character that a setting must not contain: inside, or at its ends, where it was
// pasted with the value. The service would refuse the login, or HTTP the request, with an error that
// does not lead to the setting.
func (r *reader) checked(n name, text string, inside, atEnds func(rune) bool) string {
	where, at, end := "contains", strings.IndexFunc(text, inside), strings.TrimRightFunc(text, atEnds)
	switch {
	case strings.TrimLeftFunc(text, atEnds) != text:
		where, at = "begins with", 0
	case end != text:
		where, at = "ends with", len(end)
	case at < 0:
		return text
	}
	character, _ := utf8.DecodeRuneInString(text[at:])
	r.invalid(n, fmt.Sprintf(`The value %s %q (%U). Remove it, for example with trimspace(file("…")).`, where, character, character))
	return text
}

// identifier reads a setting that becomes a part of a path, a login or an address.
func (r *reader) identifier(n name, given *string) string {
	return r.checked(n, r.text(n, given), unicode.IsControl, invisible)
}

// password reads a setting that may contain spaces.
func (r *reader) password(n name, given *string) string {
	return r.checked(n, r.text(n, given), unicode.IsControl, unicode.IsControl)
}

// bearer reads a token that is sent in a header.
func (r *reader) bearer(n name, given *string) string {
	text := r.text(n, given)
	if info, err := os.Stat(text); err == nil && info.Mode().IsRegular() {
		r.invalid(n, "The value is the path of a file, and not its content. "+fromFile)
		return text
	}
	return r.checked(n, text, invisible, invisible)
}

// fromFile explains how to give the content of a file.
const fromFile = `Read the file: file("FILE") in the provider block, or "$(cat FILE)" in the environment.`

// pem reads a certificate or a key. No error contains its text.
func (r *reader) pem(n name, given *string) []byte {
	text := r.text(n, given)
	if text != "" && !strings.Contains(text, "-----BEGIN ") {
		r.invalid(n, "It must contain -----BEGIN, as the content of a PEM file does. "+fromFile)
	}
	return []byte(text)
}

const notAddress = "This is not an address such as https://idm.example.com/api, or http://proxy.example.com:3128 for a proxy. " +
	"Write special characters of a user name or password as codes: # as %23, % as %25, / as %2F and ? as %3F."

// parse returns an address; false for one that cannot be used. In that of a proxy, a special
// character of the password would end the host.
func parse(text string, proxy bool, schemes ...string) (*url.URL, bool) {
	address, err := url.Parse(text)
	return address, err == nil && address.Host != "" && slices.Contains(schemes, address.Scheme) && !strings.Contains(text, "#") &&
		(!proxy || address.RawQuery == "" && strings.Trim(address.Path, "/") == "")
}

// proxyVariables name a proxy where proxy_url is not set.
var proxyVariables = []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"}

// environmentProxy reports a proxy of the environment that cannot be used. The library would ignore
// it, and send the login past the proxy.
func (r *reader) environmentProxy() {
	for _, variable := range proxyVariables {
		text := os.Getenv(variable)
		if !strings.Contains(text, "://") {
			text = "http://" + text
		}
		if _, ok := parse(text, true, "http", "https", "socks5", "socks5h"); !ok && text != "http://" {
			r.problems = append(r.problems, Problem{Summary: "Invalid proxy in the environment",
				Detail: "The environment variable " + variable + " names the proxy. " + notAddress})
		}
	}
}
