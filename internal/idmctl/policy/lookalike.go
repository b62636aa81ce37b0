package policy

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// signs replaces dashes and quotation marks that look like ASCII ones.
var signs = strings.NewReplacer("\u2010", "-", "\u2012", "-", "\u2013", "-", "\u2014", "-", "\u2015", "-", "\u2212", "-", "\u02d7", "-",
	"\u2018", "'", "\u2019", "'", "\u02bc", "'", "\u201a", "'", "\u201c", `"`, "\u201d", `"`, "\u201e", `"`)

// shapes replaces ASCII characters that look alike in many fonts, in lower case.
var shapes = strings.NewReplacer("1", "l", "i", "l", "|", "l", "\u0131", "l", "0", "o", "rn", "m", "vv", "w")

// look returns a form of a text that is equal for texts that look alike.
func look(text string) string { return shapes.Replace(normal(text)) }

// alphabets are alphabets whose words do not look like Latin words. Every other letter counts as a
// look-alike. Scripts that one language combines are one alphabet. The first one is Latin.
var alphabets = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Arabic}, {unicode.Hebrew}, {unicode.Thai}, {unicode.Georgian},
	{unicode.Devanagari}, {unicode.Bengali}, {unicode.Tamil},
	{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul},
}

const (
	latin = 0
	// latinLookAlikes are letters of other alphabets that look like Latin ones, in lower case.
	latinLookAlikes = "авгекмнопрстухьіјѕһӏԁԛԝѵѡ" + "αβγεζηικμνορςστυχω"
	// plainSigns do not look like an ASCII character.
	plainSigns = "§°·«»€£"
)

// Deceptive reports whether a reader may confuse a text with another one: a word mixes alphabets or
// consists only of letters that look like Latin ones, or the text contains characters that look
// like others.
func Deceptive(text string) bool {
	var latinWord, distinctWord, ambiguousWord, odd bool
	alphabet, distinct := -1, false
	end := func() {
		latinWord = latinWord || alphabet == latin
		distinctWord = distinctWord || alphabet > latin && distinct
		ambiguousWord = ambiguousWord || alphabet > latin && !distinct
		alphabet, distinct = -1, false
	}
	for _, r := range norm.NFD.String(normal(text)) {
		of := slices.IndexFunc(alphabets, func(scripts []*unicode.RangeTable) bool { return unicode.In(r, scripts...) })
		switch {
		case of >= 0 && alphabet >= 0 && of != alphabet, of == latin && !plainLatin(r):
			return true
		case of >= 0:
			alphabet, distinct = of, distinct || !strings.ContainsRune(latinLookAlikes, r)
		case accent(r):
		case r <= unicode.MaxASCII, strings.ContainsRune(plainSigns, r):
			end()
		case unicode.IsLetter(r) && !unicode.Is(unicode.Common, r):
			return true
		default:
			odd = true
		}
	}
	end()
	return (odd || ambiguousWord) && (latinWord || !distinctWord)
}

// plainLatin reports whether a Latin letter is in the alphabet of a European language.
func plainLatin(r rune) bool { return r <= '\u017f' && r != '\u0138' }

// accent reports whether a rune is a combining accent.
func accent(r rune) bool { return r >= '\u0300' && r <= '\u0331' }
