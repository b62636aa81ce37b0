package connection

import (
	"encoding/pem"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// characterNames are the names of characters that are often pasted with a value.
var characterNames = map[rune]string{'\n': "line break", '\r': "carriage return", '\t': "tab", ' ': "space", '\u00a0': "no-break space",
	'\u200b': "zero width space", '\ufeff': "byte order mark"}

// invisible reports whether a character cannot be seen: white space, a control or a format
// character.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// The characters that settings of different kinds may contain. A header has ASCII only, and a
// password may have spaces.
func inName(r rune) bool       { return r == ' ' || !invisible(r) }
func inHeader(r rune) bool     { return r >= ' ' && r <= '~' || r == '\t' }
func inToken(r rune) bool      { return r > ' ' && r <= '~' }
func inPassword(r rune) bool   { return !unicode.IsControl(r) }
func passwordEdge(r rune) bool { return unicode.IsControl(r) }

// checked reports the first character that a setting must not contain. The service would refuse the
// login, or HTTP the request, with an error that does not lead to the setting. edge reports
// characters that must not be at the beginning or the end.
func (r *reader) checked(n name, text string, allowed, edge func(rune) bool) string {
	characters := []rune(text)
	for i, character := range characters {
		where := "contains"
		switch {
		case i == 0 && edge(character):
			where = "begins with"
		case edge(character) && !slices.ContainsFunc(characters[i:], func(r rune) bool { return !edge(r) }):
			where = "ends with"
		case allowed(character):
			continue
		}
		remedy := "Remove it."
		if character == '\n' || character == '\r' {
			remedy = `Remove it, for example with trimspace(file("…")).`
		}
		name := characterNames[character]
		if name == "" {
			name = "character"
		}
		r.invalid(n, fmt.Sprintf("The value %s a %s (U+%04X). %s", where, name, character, remedy))
		break
	}
	return text
}

// identifier reads a setting that becomes a part of a path, a login or an address.
func (r *reader) identifier(n name, given *string) string {
	return r.checked(n, r.text(n, given), inName, invisible)
}

// password reads a setting that may contain spaces.
func (r *reader) password(n name, given *string) string {
	return r.checked(n, r.text(n, given), inPassword, passwordEdge)
}

// bearer reads a token that is sent in a header.
func (r *reader) bearer(n name, given *string) string {
	text := r.text(n, given)
	if info, err := os.Stat(text); err == nil && info.Mode().IsRegular() {
		r.invalid(n, "The value is the path of a file, and not its content. "+r.fileHint(n))
		return text
	}
	if scheme, _, several := strings.Cut(text, " "); several && strings.EqualFold(scheme, "Bearer") {
		r.invalid(n, "The value begins with Bearer, which is sent in front of every token: give the token alone.")
		return text
	}
	if len(text) > 1 && strings.ContainsAny(text[:1], "'\"") && text[0] == text[len(text)-1] {
		r.invalid(n, "The value is in quotation marks, which are sent as a part of it: remove them.")
		return text
	}
	return r.checked(n, text, inToken, invisible)
}

// fileHint explains how to give the content of a file.
func (r *reader) fileHint(n name) string {
	if !r.block {
		return fmt.Sprintf(`Read the file: export %s="$(cat FILE)".`, n.variable())
	}
	path := n.path()
	return fmt.Sprintf(`Read the file: %s = file("FILE") in the provider block, or %s="$(cat FILE)" in the environment.`,
		path[len(path)-1], n.variable())
}

// pem reads a certificate or a key. No error contains its text.
func (r *reader) pem(n name, given *string, kind string) []byte {
	text := r.text(n, given)
	if text == "" {
		return nil
	}
	begin := "It must begin with -----BEGIN " + kind + "-----"
	var found []string
	for rest := []byte(text); ; {
		block, after := pem.Decode(rest)
		if block == nil {
			break
		}
		if block.Headers["DEK-Info"] != "" || strings.HasPrefix(block.Type, "ENCRYPTED") {
			r.invalid(n, "The key is encrypted, and no argument takes its password. Decrypt it: openssl pkey -in FILE.")
			return nil
		}
		found, rest = append(found, block.Type), after
	}
	switch {
	case slices.ContainsFunc(found, func(t string) bool { return strings.HasSuffix(t, kind) }):
		return []byte(text)
	case len(found) > 0:
		r.invalid(n, begin+", and it begins with -----BEGIN "+found[0]+"-----.")
	case !strings.Contains(strings.TrimSpace(text), "\n") && (filepath.Ext(text) != "" || strings.ContainsAny(text, `/\`)):
		r.invalid(n, begin+", and the value looks like the path of a file. "+r.fileHint(n))
	default:
		r.invalid(n, begin+". A file in the binary form DER has to be converted: openssl x509 -inform der, or openssl pkey -inform der.")
	}
	return nil
}

// reason returns why an address cannot be used; "" for a good one. It never contains the text,
// which may hold a password.
func reason(text string, proxy bool, schemes ...string) string {
	example := "https://idm.example.com/api"
	if proxy {
		example = "http://proxy.example.com:3128"
	}
	_, rest, _ := strings.Cut(text, "://")
	login := rest[:max(0, strings.LastIndex(rest, "@"))]
	parsed, err := url.Parse(text)
	switch {
	case strings.ContainsFunc(text, invisible):
		return "It contains white space or an invisible character."
	case proxy && strings.ContainsAny(login, "/?#"):
		return "Its user name or password contains a character that ends it: write / as %2F, ? as %3F and # as %23."
	case err != nil && strings.Contains(login, "%"):
		return "Its user name or password contains a % that begins no code: write % as %25."
	case strings.Contains(text, "#"):
		return "It contains a #. Write a # of a user name or password as %23, and remove any other."
	case err != nil || parsed.Host == "" || !slices.Contains(schemes, parsed.Scheme):
		return "This is not an address such as " + example + "."
	}
	return ""
}

// proxyVariables name a proxy where proxy_url is not set.
var proxyVariables = []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"}

// environmentProxy reports a proxy of the environment that cannot be used. The library would ignore
// it, and send the login past the proxy.
func (r *reader) environmentProxy() {
	for _, variable := range proxyVariables {
		text := os.Getenv(variable)
		if text == "" {
			continue
		}
		if !strings.Contains(text, "://") {
			text = "http://" + text
		}
		if why := reason(text, true, "http", "https", "socks5", "socks5h"); why != "" {
			r.problems = append(r.problems, Problem{Summary: "Invalid proxy in the environment",
				Detail: "The environment variable " + variable + " names the proxy. " + why})
		}
	}
}
