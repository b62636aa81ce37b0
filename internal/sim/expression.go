package sim

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// simpleExpression matches the expressions that the simulator evaluates. The dialect of the service
// is not documented, and others read classes within classes, flags, lookarounds, named groups,
// references and further escapes differently.
var simpleExpression = regexp.MustCompile(`^(?:[\w #/:;,@%=!"'<>.|^$-]|\\[dDwWsS.\\/()\[\]{}^$|?*+-]|\(\?:|[()]|[*+?]\??|` +
	`\{\d{1,3}(?:,\d{0,3})?\}\??|\[\^?(?:[\w #/:;,@%=!"'<>.|()*+?{}$-]|\\[dDwWsS.\\/()\[\]{}^$|?*+-])+\])*$`)

// contradicts reports whether a text does not match an expression as a whole. An expression that the
// simulator does not evaluate accepts every text.
func contradicts(expression, text string) bool {
	if expression == "" || !simpleExpression.MatchString(expression) || strings.Contains(expression, "--") ||
		strings.Contains(strings.ReplaceAll(expression, "(?:", "("), "(?") {
		return false
	}
	whole, err := regexp.Compile("^(?:" + expression + ")$")
	return err == nil && !whole.MatchString(text)
}

// checkExpression refuses an expression that no dialect accepts.
func checkExpression(expression string) error {
	var invalid *syntax.Error
	if _, err := syntax.Parse(expression, syntax.Perl); !errors.As(err, &invalid) {
		return nil
	}
	// Some dialects read [] as a whole set.
	if invalid.Code == syntax.ErrMissingBracket && strings.Contains(strings.ReplaceAll(expression, "[^", "["), "[]") {
		return nil
	}
	if slices.Contains([]syntax.ErrorCode{syntax.ErrMissingBracket, syntax.ErrTrailingBackslash, syntax.ErrMissingParen,
		syntax.ErrUnexpectedParen}, invalid.Code) {
		return refuse("errors.property.regexinv", "stringRegex is not a valid expression: %s.", invalid)
	}
	return nil
}
