package snapshot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// The minimum lengths at which a name is found: inside another word, as a whole word in any case,
// and as a whole word in the same case. Names in scripts without spaces are found inside a text
// from two characters.
const (
	withinLength = 4
	wordLength   = 3
	shortLength  = 2
)

// names are the words that identify people, with their replacements.
type names struct {
	// words maps folded names to replacements; short maps short names, which must match exactly.
	words, short map[string]string
	// inside holds names to find inside words, by their first characters, the longest first.
	inside map[string][]name
}

// name is a folded name with its replacement.
type name struct {
	runes    []rune
	invented string
}

func newNames() *names {
	return &names{words: map[string]string{}, short: map[string]string{}, inside: map[string][]name{}}
}

// add adds a name without a replacement, which set adds.
func (n *names) add(word string) {
	for _, spelling := range spellings(word) {
		if _, known := n.words[spelling]; !known {
			n.words[spelling] = ""
		}
	}
}

// has reports whether a text contains a name at any position.
func (n *names) has(text string) bool {
	runes, _ := fold(text)
	for from := range runes {
		for to := from + shortLength; to <= len(runes); to++ {
			if _, known := n.words[string(runes[from:to])]; known && to-from >= wordLength {
				return true
			}
		}
	}
	_, known := n.words[string(runes)]
	return known
}

// set sets the replacement of a name; inside also finds it inside other words. The first
// replacement wins.
func (n *names) set(word, invented string, inside bool) {
	for _, spelling := range spellings(word) {
		if n.words[spelling] != "" {
			continue
		}
		n.words[spelling] = invented
		runes := []rune(spelling)
		long := utf8.RuneCountInString(norm.NFC.String(word)) >= withinLength
		if inside && len(runes) >= shortLength && (long || unspaced(runes[0])) {
			start := string(runes[:shortLength])
			n.inside[start] = append(n.inside[start], name{runes, invented})
			slices.SortStableFunc(n.inside[start], func(a, b name) int { return len(b.runes) - len(a.runes) })
		}
	}
	if written := norm.NFC.String(word); len([]rune(written)) <= shortLength && n.short[written] == "" {
		n.short[written] = invented
	}
}

// unspaced reports whether a letter belongs to a script without spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer)
}

// replace replaces the names in a text, regardless of case and accents.
func (n *names) replace(text string) string {
	var b strings.Builder
	for _, piece := range splitWords(text) {
		b.WriteString(n.replaceWord(piece))
	}
	return b.String()
}

func (n *names) replaceWord(piece string) string {
	if invented := n.short[norm.NFC.String(piece)]; invented != "" {
		return matchCase(piece, invented)
	}
	runes, at := fold(piece)
	length := visibleLength(piece)
	if whole := string(runes); length >= wordLength || len(runes) > 0 && unspaced(runes[0]) {
		if invented := n.words[whole]; invented != "" {
			return matchCase(piece, invented)
		}
		if invented := n.words[strings.TrimSuffix(whole, "s")]; invented != "" && length > wordLength {
			return matchCase(piece, invented) + "s"
		}
	}
	parts := camelParts(piece)
	if len(parts) == 1 {
		return n.replaceInside(piece, runes, at)
	}
	// Names that span several parts are replaced first, so that they are not split.
	if replaced := n.replaceInside(piece, runes, at); replaced != piece {
		parts = camelParts(replaced)
	}
	for i, part := range parts {
		folded, _ := fold(part)
		if invented := n.words[string(folded)]; invented != "" && visibleLength(part) >= wordLength {
			parts[i] = matchCase(part, invented)
		}
	}
	return strings.Join(parts, "")
}

// replaceInside replaces the names inside a word.
func (n *names) replaceInside(piece string, runes []rune, at []int) string {
	var b strings.Builder
	written := 0
	for i := 0; i+shortLength <= len(runes); i++ {
		for _, name := range n.inside[string(runes[i:i+shortLength])] {
			end := i + len(name.runes)
			if end > len(runes) || !slices.Equal(runes[i:end], name.runes) {
				continue
			}
			b.WriteString(piece[written:at[i]] + matchCase(piece[at[i]:at[end]], name.invented))
			written, i = at[end], end-1
			break
		}
	}
	return b.String() + piece[min(written, len(piece)):]
}

// camelParts splits a word before capitals and digits.
func camelParts(word string) []string {
	var parts []string
	start, before := 0, rune(0)
	for i, r := range word {
		begins := unicode.IsUpper(r) && !unicode.IsUpper(before) || unicode.IsDigit(r) != unicode.IsDigit(before)
		if i > start && begins {
			parts = append(parts, word[start:i])
			start = i
		}
		before = r
	}
	return append(parts, word[start:])
}

// matchCase returns an invented word in the case of the replaced word.
func matchCase(like, invented string) string {
	first, rest := []rune(like)[0], string([]rune(like)[1:])
	switch {
	case unicode.IsLower(first):
		return strings.ToLower(invented)
	case rest != "" && strings.ToUpper(like) == like && strings.ToLower(rest) != rest:
		return strings.ToUpper(invented)
	}
	return invented
}

// spellings returns a folded name, and its folded transliteration to Latin letters.
func spellings(word string) []string {
	plain, _ := fold(word)
	all := []string{string(plain)}
	if latin, _ := fold(unidecode.Unidecode(word)); len(latin) >= shortLength && !slices.Contains(all, string(latin)) {
		all = append(all, string(latin))
	}
	return all
}

// letters are letters without a Unicode decomposition, with their replacement.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ς': "σ",
}

// lookAlikes are letters of other scripts that look like a Latin letter. In a word with Latin
// letters they count as that letter.
var lookAlikes = map[rune]rune{
	'а': 'a', 'с': 'c', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'о': 'o', 'р': 'p', 'ѕ': 's', 'х': 'x', 'у': 'y',
	'α': 'a', 'ι': 'i', 'ο': 'o', 'ρ': 'p', 'ν': 'v', 'υ': 'u',
}

// fold returns the letters of a word without case, accents and invisible characters, and their byte
// offsets, followed by the length of the word. Transliterated vowels lose their second letter, so
// that Ålgård, Aalgaard and Algard are equal.
func fold(word string) (runes []rune, at []int) {
	mixed := strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	for i, r := range word {
		if escape.Invisible(r) {
			continue
		}
		for _, plain := range norm.NFKD.String(string(r)) {
			plain = unicode.ToLower(plain)
			if unicode.IsMark(plain) {
				continue
			}
			if latin := lookAlikes[plain]; mixed && latin != 0 {
				plain = latin
			}
			written, special := letters[plain]
			if !special {
				written = string(plain)
			}
			for _, each := range written {
				if len(runes) > 0 && transliterates(runes[len(runes)-1], each) {
					continue
				}
				runes, at = append(runes, each), append(at, i)
			}
		}
	}
	return runes, append(at, len(word))
}

// transliterates reports whether a letter after a vowel replaces an accent.
func transliterates(vowel, next rune) bool {
	return next == 'e' && strings.ContainsRune("aou", vowel) || next == 'a' && vowel == 'a'
}

// visibleLength returns the number of visible characters in a word.
func visibleLength(word string) int {
	count := 0
	for _, r := range norm.NFC.String(word) {
		if !escape.Invisible(r) {
			count++
		}
	}
	return count
}
