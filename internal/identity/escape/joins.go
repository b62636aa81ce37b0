package escape

import (
	"regexp"
	"unicode"
)

var oldCommand = regexp.MustCompile(`##[A-Za-z]*\[`)

// joining lists the scripts whose spelling requires invisible characters.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	keycap             = '\u20e3'
)

// joins reports whether an invisible character is part of its neighbors: of an emoji, a syllable or
// an ideograph. Between other characters it would only distinguish two texts that look the same.
func joins(runes []rune, i int) bool {
	if i == 0 {
		return false
	}
	before, after := runes[i-1], rune(0)
	if i+1 < len(runes) {
		after = runes[i+1]
	}
	switch r := runes[i]; {
	case hidden(before) && !joins(runes, i-1), joiner(r) && hidden(after):
		return false
	case r == zeroWidthJoiner && emoji(before) && emoji(after):
		return true
	case joiner(r):
		return unicode.In(before, joining...) && unicode.In(after, joining...)
	case unicode.Is(unicode.Variation_Selector, r):
		return variant(before, after)
	}
	return false
}

func joiner(r rune) bool { return r == zeroWidthJoiner || r == zeroWidthNonJoiner }

func emoji(r rune) bool {
	return r > unicode.MaxLatin1 && unicode.In(r, unicode.So, unicode.Sk, unicode.Sm) || r == '\ufe0f'
}

// variant reports whether a following variation selector can choose another form of a character.
func variant(of, after rune) bool {
	return unicode.In(of, unicode.So, unicode.Sm, unicode.Han) && of > '~' || after == keycap
}
