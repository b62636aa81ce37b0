package idm

import (
	"errors"
	"iter"
)

// OneObject reports whether an error concerns a single object and not the service, so that a list
// can continue. Such an object cannot be decoded, or its external ID cannot be part of a path.
func OneObject(err error) bool {
	if _, item := errors.AsType[*ItemError](err); item {
		return true
	}
	_, path := errors.AsType[*PathError](err)
	return path
}

// Readable skips the errors for which OneObject is true. It is for callers that only make
// suggestions or explain an error.
func Readable[T any](list iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for element, err := range list {
			if !OneObject(err) && !yield(element, err) {
				return
			}
		}
	}
}

// ErrorsLast yields all errors for which OneObject is true as one joined error after the objects. A
// caller that finds its object is not affected by the other objects. A caller that does not find it
// receives the error and so does not conclude that the object is gone.
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

// Complete reads a list to its end. It returns the error of ErrorsLast together with the other
// objects, and any other error without objects.
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
