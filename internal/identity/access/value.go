package access

import "slices"

// Value is a set of possible values, or any value. The zero Value is exactly the zero T. Equal (==)
// Values are the same value, even if it is not known which.
type Value[T comparable] struct {
	one  T
	more *options[T] // nil for exactly one
}

type options[T comparable] struct {
	list []T
	any  bool
}

// Exactly returns a known value.
func Exactly[T comparable](v T) Value[T] { return Value[T]{one: v} }

// Any returns an unknown value.
func Any[T comparable]() Value[T] { return Value[T]{more: &options[T]{any: true}} }

// OneOf returns one of several values, or any value without arguments.
func OneOf[T comparable](all ...T) Value[T] {
	var list []T
	for _, v := range all {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	switch len(list) {
	case 0:
		return Any[T]()
	case 1:
		return Exactly(list[0])
	}
	return Value[T]{more: &options[T]{list: list}}
}

// Known returns the value if only one is possible.
func (v Value[T]) Known() (T, bool) { return v.one, v.more == nil }

// IsAny reports whether every value is possible.
func (v Value[T]) IsAny() bool { return v.more != nil && v.more.any }

// Options returns the possible values, nil if every value is possible.
func (v Value[T]) Options() []T {
	if v.more == nil {
		return []T{v.one}
	}
	return v.more.list
}

// May reports whether a value is possible.
func (v Value[T]) May(x T) bool {
	if v.more == nil {
		return v.one == x
	}
	return v.more.any || slices.Contains(v.more.list, x)
}

// Must reports whether x is the only possible value.
func (v Value[T]) Must(x T) bool { return v.more == nil && v.one == x }

// Or returns the union of the possible values.
func (v Value[T]) Or(other Value[T]) Value[T] {
	switch {
	case v == other:
		return v
	case v.IsAny() || other.IsAny():
		return Any[T]()
	}
	return OneOf(slices.Concat(v.Options(), other.Options())...)
}

// Equal reports whether the same values are possible.
func (v Value[T]) Equal(other Value[T]) bool {
	if v.IsAny() || other.IsAny() {
		return v.IsAny() == other.IsAny()
	}
	a, b := v.Options(), other.Options()
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x T) bool { return !slices.Contains(b, x) })
}
