package rest

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
)

// opaque returns the forms of a secret that resemble no word: hexadecimal and base64.
func opaque(secret string) []string {
	inHex := hex.EncodeToString([]byte(secret))
	return []string{inHex, strings.ToUpper(inHex),
		base64.RawStdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret))}
}

// escaped returns a secret and its forms in JSON, URLs and HTML, as any service may write them.
func escaped(secret string) []string {
	var forms []string
	for _, plain := range []string{secret, inJSON(secret, true), inJSON(secret, false)} {
		for _, unit := range []string{`\u%04x`, `\u%04X`} {
			ascii := inASCII(plain, unit)
			forms = append(forms, plain, ascii, strings.ReplaceAll(ascii, "'", `\u0027`))
		}
	}
	for _, escape := range []func(string) string{url.QueryEscape, url.PathEscape, everyByte} {
		form := escape(secret)
		for _, one := range []string{form, strings.ReplaceAll(form, "+", "%20")} {
			forms = append(forms, one, percentCode.ReplaceAllStringFunc(one, strings.ToLower))
		}
	}
	inHTML := html.EscapeString(secret)
	named := strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;").Replace(inHTML)
	return append(forms, inHTML, named, strings.ReplaceAll(named, "&apos;", "&#x27;"))
}

var percentCode = regexp.MustCompile(`%[0-9A-F]{2}`)

// everyByte escapes everything except letters, digits and the unreserved characters of URLs.
func everyByte(secret string) string {
	var out strings.Builder
	for _, b := range []byte(secret) {
		if strings.IndexByte("-._~", b) >= 0 || b < 0x80 && (unicode.IsLetter(rune(b)) || unicode.IsDigit(rune(b))) {
			out.WriteByte(b)
			continue
		}
		fmt.Fprintf(&out, "%%%02X", b)
	}
	return out.String()
}

// inJSON returns a text inside the quotes of JSON.
func inJSON(text string, escapeHTML bool) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(escapeHTML)
	_ = encoder.Encode(text) // A text always has a JSON form.
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(out.String(), "\n"), `"`), `"`)
}

// inASCII writes all other characters as escapes of JSON, in the format of a UTF-16 unit.
func inASCII(text, format string) string {
	var out strings.Builder
	for _, r := range text {
		if r <= unicode.MaxASCII {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, format, unit)
		}
	}
	return out.String()
}
