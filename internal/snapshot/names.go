package snapshot

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The lengths from which on a name is found: inside another word, as a word of its own in any case,
// and as a word that is written as the name is. Names in scripts without spaces are found inside a
// text from the second character on.
const (
	withinLength = 4
	wordLength   = 3
	shortLength  = 2
)

// names are the words that people are known by, with what stands for each elsewhere in a text.
type names struct {
	// words are folded names, short ones that are written the same way.
	words, short map[string]string
	// within are names that are found inside of words, by their first characters, the longest first.
	within map[string][]name
}

// name is a folded name.
type name struct {
	runes    []rune
	invented string
}

func newNames() *names {
	return &names{words: map[string]string{}, short: map[string]string{}, within: map[string][]name{}}
}

// add enters a name; inside reports that it is looked for inside of words too. What stands for it
// is told by set.
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

// set says what stands for a name; inside of other words only where that is asked for. The first
// one counts.
func (n *names) set(word, invented string, inside bool) {
	for _, spelling := range spellings(word) {
		if n.words[spelling] != "" {
			continue
		}
		n.words[spelling] = invented
		runes := []rune(spelling)
		if inside && (len(runes) >= withinLength || len(runes) >= shortLength && unspaced(runes[0])) {
			start := string(runes[:shortLength])
			n.within[start] = append(n.within[start], name{runes, invented})
			slices.SortStableFunc(n.within[start], func(a, b name) int { return len(b.runes) - len(a.runes) })
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
	for _, piece := range pieces(text) {
		b.WriteString(n.word(piece))
	}
	return b.String()
}

func (n *names) word(piece string) string {
	if invented := n.short[norm.NFC.String(piece)]; invented != "" {
		return cased(piece, invented)
	}
	runes, at := fold(piece)
	if whole := string(runes); len(runes) >= wordLength || len(runes) > 0 && unspaced(runes[0]) {
		if invented := n.words[whole]; invented != "" {
			return cased(piece, invented)
		}
		if invented := n.words[strings.TrimSuffix(whole, "s")]; invented != "" && len(runes) > wordLength {
			return cased(piece, invented) + "s"
		}
	}
	parts := humps(piece)
	if len(parts) == 1 {
		return n.inside(piece, runes, at)
	}
	// Names that are found across the parts come first, so that none is torn apart.
	if replaced := n.inside(piece, runes, at); replaced != piece {
		parts = humps(replaced)
	}
	for i, part := range parts {
		folded, _ := fold(part)
		if invented := n.words[string(folded)]; invented != "" && len(folded) >= wordLength {
			parts[i] = cased(part, invented)
		}
	}
	return strings.Join(parts, "")
}

// inside replaces the names inside of a word.
func (n *names) inside(piece string, runes []rune, at []int) string {
	var b strings.Builder
	written := 0
	for i := 0; i+shortLength <= len(runes); i++ {
		for _, name := range n.within[string(runes[i:i+shortLength])] {
			end := i + len(name.runes)
			if end > len(runes) || !slices.Equal(runes[i:end], name.runes) {
				continue
			}
			b.WriteString(piece[written:at[i]] + cased(piece[at[i]:at[end]], name.invented))
			written, i = at[end], end-1
			break
		}
	}
	return b.String() + piece[min(written, len(piece)):]
}

// humps are the parts of a word that begin with a capital or a digit.
func humps(word string) []string {
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

// cased writes an invented word in the case of the one that it replaces.
func cased(like, invented string) string {
	first, rest := []rune(like)[0], string([]rune(like)[1:])
	switch {
	case unicode.IsLower(first):
		return strings.ToLower(invented)
	case rest != "" && strings.ToUpper(like) == like && strings.ToLower(rest) != rest:
		return strings.ToUpper(invented)
	}
	return invented
}

// spellings are a name without case and accents, and as German writes umlauts without their dots.
func spellings(word string) []string {
	plain, _ := fold(word)
	all := []string{string(plain)}
	spelled := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue").Replace(strings.ToLower(norm.NFC.String(word)))
	other, _ := fold(spelled)
	undone := strings.NewReplacer("ae", "a", "oe", "o", "ue", "u").Replace(string(plain))
	for _, spelling := range []string{string(other), undone} {
		if !slices.Contains(all, spelling) {
			all = append(all, spelling)
		}
	}
	return all
}

// letters are those that no decomposition makes plain.
var letters = map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i"}

// fold are the letters of a word without case and accents, and the offset at which each began. One
// offset more is that of the end.
func fold(word string) (runes []rune, at []int) {
	for i, r := range word {
		for _, plain := range norm.NFKD.String(string(r)) {
			plain = unicode.ToLower(plain)
			if unicode.IsMark(plain) {
				continue
			}
			written, special := letters[plain]
			if !special {
				written = string(plain)
			}
			for _, each := range written {
				runes, at = append(runes, each), append(at, i)
			}
		}
	}
	return runes, append(at, len(word))
}
