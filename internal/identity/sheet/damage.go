package sheet

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// The forms of values that a spreadsheet has changed: a long number that it has rounded, such as
// 4,14E+10, and an error, such as #N/A, or signs in place of a value that is wider than its column.
var (
	rounded = regexp.MustCompile(`^[+-]?\d+([.,]\d+)?E[+-]\d+$`)
	failed  = regexp.MustCompile(`^#(#+|N/[AD]|NV|[\p{Lu}\d/_]+[!?])$`)
)

// damageOf describes how a spreadsheet has damaged a value; "" for any other value.
func damageOf(value string) string {
	switch {
	case rounded.MatchString(value):
		return fmt.Sprintf("%q is a number that a spreadsheet has rounded; format the column as text, and enter the value again", value)
	case failed.MatchString(value):
		return fmt.Sprintf("%q is an error of a spreadsheet in place of a value; correct the cell", value)
	}
	joins := strings.NewReplacer("\u200c", "", "\u200d", "", "\n", "", "\t", "") // Some scripts join letters by the first two.
	for _, r := range joins.Replace(value) {
		if !unicode.IsGraphic(r) {
			return unseen(value, r)
		}
	}
	return ""
}

// unseenIn describes an invisible character in a name: names that look alike would be different.
func unseenIn(name string) string {
	for _, r := range name {
		if r != ' ' && (unicode.IsSpace(r) || unicode.IsControl(r) || escape.Invisible(r)) {
			return unseen(name, r)
		}
	}
	return ""
}

func unseen(value string, r rune) string {
	return fmt.Sprintf("%q contains U+%04X, which cannot be seen; enter the value again", value, r)
}

// Damaged reports whether a table refuses a value.
func Damaged(value string) bool { return damageOf(value) != "" }

// Unseen reports whether a name contains an invisible character.
func Unseen(name string) bool { return unseenIn(name) != "" }
