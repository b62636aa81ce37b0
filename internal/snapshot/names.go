package snapshot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/visible"
)

// The lengths, as written, from which a name is found: inside another word, as a word of its own in
// any case, and as a word in the case of the name. Names in scripts without spaces are found inside
// a text from the second character on.
const (
	withinLength = 4
	wordLength   = 3
	shortLength  = 2
)

// names are the words that identify people, with the replacement of each.
type names struct {
	// words are folded names, short ones that are written the same way.
	words, short map[string]string
	// inside are names that are found inside of words, by their first characters, the longest
	// first.
	inside map[string][]name
}

// name is a folded name.
type name struct {
	runes    []rune
	invented string
}

func newNames() *names {
	return &names{words: map[string]string{}, short: map[string]string{}, inside: map[string][]name{}}
}

// add enters a name. set enters its replacement.
func (n *names) add(word string) {
	for _, spelling := range spellings(word) {
		if _, known := n.words[spelling]; !known {
			n.words[spelling] = ""
		}
	}
}

// has reports whether a text contains a name, in whatever place.
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

// set enters the replacement of a name, and whether it is also found inside other words. The first
// replacement counts.
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

// unspaced reports whether a script writes no spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer)
}

// replace replaces the names in a text, whatever their case and their accents.
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
	// Names that are found across the parts come first, so that none is torn apart.
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

// replaceInside replaces the names inside of a word.
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

// camelParts are the parts of a word that begin with a capital or a digit.
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

// matchCase writes an invented word in the case of the one that it replaces.
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

// spellings are a name without case and accents: as it is written, and in Latin letters.
func spellings(word string) []string {
	plain, _ := fold(word)
	all := []string{string(plain)}
	if latin, _ := fold(unidecode.Unidecode(word)); len(latin) >= shortLength && !slices.Contains(all, string(latin)) {
		all = append(all, string(latin))
	}
	return all
}

// letters are those without a decomposition.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ς': "σ",
}

// lookAlikes are letters of other scripts that look like a Latin one. They stand for it in a word
// with Latin letters.
var lookAlikes = map[rune]rune{
	'а': 'a', 'с': 'c', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'о': 'o', 'р': 'p', 'ѕ': 's', 'х': 'x', 'у': 'y',
	'α': 'a', 'ι': 'i', 'ο': 'o', 'ρ': 'p', 'ν': 'v', 'υ': 'u',
}

// fold are the letters of a word without case, accents and invisible characters, and the offset at
// which each began. One more offset is the end of the word. Transliterated vowels lose their second
// letter, so that Ålgård, Aalgaard and Algard are the same.
func fold(word string) (runes []rune, at []int) {
	mixed := strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	for i, r := range word {
		if visible.Invisible(r) {
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

// transliterates reports whether a letter after a vowel stands for an accent of the vowel.
func transliterates(vowel, next rune) bool {
	return next == 'e' && strings.ContainsRune("aou", vowel) || next == 'a' && vowel == 'a'
}

// visibleLength is how many characters of a word can be seen.
func visibleLength(word string) int {
	count := 0
	for _, r := range norm.NFC.String(word) {
		if !visible.Invisible(r) {
			count++
		}
	}
	return count
}
