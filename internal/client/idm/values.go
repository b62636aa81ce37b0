package idm

import (
	"encoding/json"
	"strings"
)

// Record contains the version and the timestamps of an object. Times are UTC, like
// 2023-08-18T12:34:56Z.
type Record struct {
	// Version is 1 for a new object and increases with every modification.
	Version      int64  `json:"version"`
	Created      string `json:"created"`
	LastModified string `json:"lastModified"`
}

// Localized is a text in up to four languages, with the keys EN, DE, FR and IT. In a patch, an
// empty text clears its language, a missing key keeps it, and nil omits the attribute.
type Localized map[string]string

// UnmarshalJSON omits languages without a text, so that null, "" and a missing key have the same
// result.
func (l *Localized) UnmarshalJSON(data []byte) error {
	var read map[string]*string
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*l = nil
	for language, text := range read {
		if text == nil || *text == "" {
			continue
		}
		if *l == nil {
			*l = Localized{}
		}
		(*l)[strings.ToUpper(language)] = *text
	}
	return nil
}

// Validity is a period; an empty bound is open.
type Validity struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}

// ValidityPatch changes the given bounds of a period. The service may refuse to clear a bound.
type ValidityPatch struct {
	From Field[string] `json:"from,omitzero"`
	To   Field[string] `json:"to,omitzero"`
}

// Field is an attribute of a PATCH. It is omitted (the zero Field), set to a value, or cleared. Its
// struct tag needs omitzero.
type Field[T any] struct {
	value T
	mode  fieldMode
}

type fieldMode uint8

const (
	omitted fieldMode = iota
	set
	cleared
)

// Set returns a Field that sets the attribute to value.
func Set[T any](value T) Field[T] { return Field[T]{value: value, mode: set} }

// SetText returns a Field that sets the attribute to text; "" omits it.
func SetText(text string) Field[string] {
	if text == "" {
		return Field[string]{}
	}
	return Set(text)
}

// Clear returns a Field that empties the attribute. It is encoded as the empty string, because the
// service ignores null.
func Clear[T any]() Field[T] { return Field[T]{mode: cleared} }

// IsZero reports whether the attribute is omitted.
func (f Field[T]) IsZero() bool { return f.mode == omitted }

// Value returns the value of the attribute; false when it is omitted or cleared.
func (f Field[T]) Value() (T, bool) { return f.value, f.mode == set }

// MarshalJSON writes the value, or "" to clear it.
func (f Field[T]) MarshalJSON() ([]byte, error) {
	if f.mode == set {
		return json.Marshal(f.value)
	}
	return []byte(`""`), nil
}
