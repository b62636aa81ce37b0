package idm

import (
	"errors"
	"iter"
)

// OneObject reports whether an error concerns one object and not the service, so that a list goes on
// after it: the object cannot be decoded, or no path can contain its external ID.
func OneObject(err error) bool {
	if _, item := errors.AsType[*ItemError](err); item {
		return true
	}
	_, path := errors.AsType[*PathError](err)
	return path
}

// Readable leaves out the objects of OneObject, for a caller that only offers or explains something.
func Readable[T any](list iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for element, err := range list {
			if !OneObject(err) && !yield(element, err) {
				return
			}
		}
	}
}

// ErrorsLast yields the errors of OneObject as one error after all objects. A caller that finds what
// it looks for does not depend on the others, and one that does not find it never concludes that it
// is gone.
func ErrorsLast[T any](list iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var broken []error
		for element, err := range list {
			if OneObject(err) {
				broken = append(broken, err)
			} else if !yield(element, err) {
				return
			}
		}
		if broken != nil {
			var none T
			yield(none, errors.Join(broken...))
		}
	}
}

// Complete reads a list to its end. The error of ErrorsLast comes with the other objects; any other
// error comes without an object, however far the list came.
func Complete[T any](list iter.Seq2[T, error]) ([]T, error) {
	all := []T{}
	for element, err := range ErrorsLast(list) {
		if OneObject(err) {
			return all, err
		}
		if err != nil {
			return nil, err
		}
		all = append(all, element)
	}
	return all, nil
}

// SplitErrors returns the errors that ErrorsLast has joined, or the error itself.
func SplitErrors(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}
