package snapshot

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// nameWords returns the words of a name.
func nameWords(text string) []string {
	var words []string
	for _, piece := range splitWords(text) {
		first, _ := utf8.DecodeRuneInString(piece)
		if length := utf8.RuneCountInString(piece); unicode.IsLetter(first) && (length >= shortLength || unspaced(first)) {
			words = append(words, piece)
		}
	}
	return words
}

// splitWords splits a text into words and separators.
func splitWords(text string) []string {
	var all []string
	start, inWord := 0, false
	for i, r := range text {
		is := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || escape.Invisible(r)
		if i > start && is != inWord {
			all = append(all, text[start:i])
			start = i
		}
		inWord = is
	}
	if start < len(text) {
		all = append(all, text[start:])
	}
	return all
}

// inventUserField returns an invented value for a field of a user.
func (p *pseudonymizer) inventUserField(id, field string, value any) any {
	group, _ := value.(map[string]any)
	switch field {
	case "loginId":
		return "user-" + p.digest("users", id, field)[:12]
	case "birthDate":
		sum := p.sum(id, field)
		return fmt.Sprintf("%d-%02d-%02d", 1950+int(sum[0])%50, 1+sum[1]%12, 1+sum[2]%28)
	case "name", "contacts", "address":
		out := map[string]any{}
		for part, old := range group {
			out[part] = p.inventDetail(id, part, old)
		}
		return out
	}
	return p.inventText("users", id, field, value)
}

// inventDetail returns an invented part of a name, an address or a contact. Countries stay.
func (p *pseudonymizer) inventDetail(id, part string, old any) any {
	switch part {
	case "countryCode":
		return old
	case "firstName":
		return p.inventName(id, "first", syllableCounts["first"])
	case "familyName":
		return p.inventName(id, "family", syllableCounts["family"])
	case "email":
		return "user-" + p.digest("users", id, "loginId")[:12] + "@example.com"
	case "telephone", "telefax", "mobile":
		sum := p.sum(id, part)
		return fmt.Sprintf("+44 20 7946 0%03d", (int(sum[0])<<8|int(sum[1]))%1000)
	case "postOfficeBoxNumber":
		return 1
	case "postalCode", "houseNumber", "dwellingNumber":
		sum := p.sum(id, part)
		return fmt.Sprint(1000 + (int(sum[0])<<8|int(sum[1]))%9000)
	}
	return p.inventName(id, part, 3)
}

// inventName returns a name of invented syllables that contains no real name of the tenant.
func (p *pseudonymizer) inventName(id, part string, syllables int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	for salt := 0; ; salt++ {
		sum := p.sum(id, part, fmt.Sprint(salt))
		var b strings.Builder
		// If most short names are taken by real names, longer ones are not.
		for i := range min(syllables+salt/20, len(sum)/2) {
			b.WriteByte(consonants[int(sum[2*i])%len(consonants)])
			b.WriteByte(vowels[int(sum[2*i+1])%len(vowels)])
		}
		if invented := b.String(); !p.names.has(invented) {
			return strings.ToUpper(invented[:1]) + invented[1:]
		}
	}
}
