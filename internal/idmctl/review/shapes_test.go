package review

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// The review would miss changes of access by a type that gives access and has no facts.
func TestShapes_givingTypes(t *testing.T) {
	count := 0
	for _, row := range objecttype.All() {
		gives, shape := row.Gives != objecttype.Gives{}, shapeOf(row)
		if gives != (shape.gives() != "") {
			t.Errorf("%s gives access: %t, and the facts have %q", row.Name, gives, shape.gives())
		}
		if set := row.Class == objecttype.Set; gives && set != (shape.all != "") || gives && set == (shape.target != "") {
			t.Errorf("%s has the shape %+v", row.Name, shape)
		}
		if gives {
			count++
		}
	}
	if count < 8 {
		t.Errorf("only %d types give access", count)
	}
}
