package attrs

import "iter"

// Collect reads a complete list of the service and converts its elements. An empty list is empty,
// never null. An error on any page is an error of the whole list, so that a partial list never
// looks complete.
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
