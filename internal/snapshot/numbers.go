package snapshot

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// numbers identify people in any text, as names do: telephone numbers, dates of birth, and logins
// that are not words.
type numbers struct {
	// telephones are the last digits of numbers, tokens whole dates and logins.
	telephones map[string]bool
	tokens     map[string]bool
}

func newNumbers() *numbers { return &numbers{map[string]bool{}, map[string]bool{}} }

// telephoneLength is how many of its last digits make a telephone number known, with or without the
// codes before them; tokenLength is the shortest login that counts.
const (
	telephoneLength = 6
	tokenLength     = 4
)

// dateFormats are the ways in which a date of birth is written elsewhere.
var dateFormats = []string{
	"2006-01-02", "02.01.2006", "2.1.2006", "02.01.06", "2.1.06", "02/01/2006", "2/1/2006", "01/02/2006", "1/2/2006", "2006/01/02",
	"20060102",
	"02012006",
}

// add enters what a user is known by.
func (n *numbers) add(user element) {
	contacts, _ := user["contacts"].(map[string]any)
	for _, kind := range []string{"telephone", "telefax", "mobile"} {
		if number := digits(element(contacts).text(kind)); len(number) >= telephoneLength {
			n.telephones[number[len(number)-telephoneLength:]] = true
		}
	}
	if born, err := time.Parse(time.DateOnly, user.text("birthDate")); err == nil {
		for _, form := range dateFormats {
			n.tokens[born.Format(form)] = true
		}
	}
	// One of letters alone is a word, and counts among the names.
	if login := strings.ToLower(user.text("loginId")); len(login) >= tokenLength && strings.ContainsFunc(login, isNonLetter) {
		n.tokens[login] = true
	}
}

// The forms of numbers in a text.
var (
	numberPattern = regexp.MustCompile(`\+?\(?[0-9][0-9 ()/.\-]{4,}[0-9]`)
	tokenPattern  = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+(?:[.@_/\-+][\p{L}\p{M}\p{N}]+)*`)
)

// replace replaces them.
func (n *numbers) replace(text string) string {
	if len(n.tokens) > 0 {
		text = tokenPattern.ReplaceAllStringFunc(text, func(token string) string {
			if n.tokens[strings.ToLower(token)] {
				return fmt.Sprint("x", strings.Repeat("0", tokenLength))
			}
			return token
		})
	}
	return numberPattern.ReplaceAllStringFunc(text, func(found string) string {
		number := digits(found)
		if len(number) < telephoneLength || !n.telephones[number[len(number)-telephoneLength:]] {
			return found
		}
		return strings.Repeat("0", telephoneLength)
	})
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

func isNonLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
