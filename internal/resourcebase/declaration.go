package resourcebase

import (
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// Declaration is what a part says of itself: what its page of the documentation is made of.
type Declaration struct {
	// Noun is the name without the provider's prefix.
	Noun string
	// Key names the identifying attributes of a resource.
	Key objecttype.Key
	// Parent names the attribute whose change moves the object, "" when nothing does.
	Parent string
	// Release is the release of the service that brought it; the zero value when every release has it.
	Release Release
}

// Declaration returns what the resource, or the list of such resources, says of itself.
func (r *Resource) Declaration() Declaration {
	return Declaration{Noun: r.Type.Name, Key: r.Type.Key, Parent: r.Type.Parent, Release: remedy.ReleaseOf(r.Type)}
}

// Declaration returns what the data source says of itself.
func (d *DataSource) Declaration() Declaration {
	return Declaration{Noun: d.Noun, Release: d.Release}
}
