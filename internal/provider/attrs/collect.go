package attrs

import (
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Collect reads a complete list of the service and converts its elements. An empty list is empty,
// never null. An error on any page or object is an error of the whole list, so that a partial list
// never looks complete, and no `for_each` destroys what is missing from it. The error names all
// objects that cannot be decoded.
func Collect[T, V any](list iter.Seq2[T, error], convert func(T) V) ([]V, error) {
	all, err := idm.Complete(list)
	if err != nil {
		return nil, err
	}
	values := make([]V, len(all))
	for i, one := range all {
		values[i] = convert(one)
	}
	return values, nil
}
