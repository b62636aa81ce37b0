package idm

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Every object, grant and credential has an operation to read or list it. Sets and properties have
// none.
func TestReadsOf_everyType(t *testing.T) {
	for _, row := range objecttype.All() {
		reads := ReadsOf(row)
		switch row.Class {
		case objecttype.Set, objecttype.Properties:
			if reads != nil {
				t.Errorf("%s has reads of its own", row.Name)
			}
		default:
			if reads == nil || !reads.Gets() && !reads.Lists() {
				t.Errorf("%s has no reads: add its Ops to reads", row.Name)
			}
		}
	}
}
