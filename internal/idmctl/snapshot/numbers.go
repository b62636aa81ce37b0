package snapshot

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// numbers are other texts that identify people: telephone numbers, dates of birth, and logins that
// are not words.
type numbers struct {
	// telephones are the last digits of telephone numbers; tokens are whole dates and logins.
	telephones map[string]bool
	tokens     map[string]bool
}

func newNumbers() *numbers { return &numbers{map[string]bool{}, map[string]bool{}} }

// telephoneLength is the number of last digits that identify a telephone number, with or without
// area codes; tokenLength is the minimum length of a login.
const (
	telephoneLength = 6
	tokenLength     = 4
)

// dateFormats are the common formats of a date of birth.
var dateFormats = []string{
	"2006-01-02", "02.01.2006", "2.1.2006", "02.01.06", "2.1.06", "02/01/2006", "2/1/2006", "01/02/2006", "1/2/2006", "2006/01/02",
	"20060102",
	"02012006",
}

// add adds the numbers of a user.
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
	// A login of letters only is a word, and is handled as a name.
	if login := strings.ToLower(user.text("loginId")); len(login) >= tokenLength && strings.ContainsFunc(login, isNonLetter) {
		n.tokens[login] = true
	}
}

// The patterns of numbers and tokens in a text.
var (
	numberPattern = regexp.MustCompile(`\+?\(?[0-9][0-9 ()/.\-]{4,}[0-9]`)
	tokenPattern  = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+(?:[.@_/\-+][\p{L}\p{M}\p{N}]+)*`)
)

// replace replaces the numbers and tokens in a text.
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
