package attrs

import "iter"

// Collect reads a list of the service to its end and converts its elements. An empty list is empty,
// never null; an error on any page is an error of the whole, so that a part never passes for all.
func Collect[T, V any](list iter.Seq2[T, error], convert func(T) V) ([]V, error) {
	values := []V{}
	for element, err := range list {
		if err != nil {
			return nil, err
		}
		values = append(values, convert(element))
	}
	return values, nil
}
