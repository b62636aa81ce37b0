package export

import "slices"

// Types lists the resource types that an export writes.
func Types() []string { return slices.Sorted(slices.Values(types)) }
