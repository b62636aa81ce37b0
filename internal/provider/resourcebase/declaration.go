package resourcebase

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
)

// Declaration describes a part for its page of the documentation.
type Declaration struct {
	// Noun is the name without the provider's prefix.
	Noun string
	// Key contains the identifying attributes of a resource.
	Key objecttype.Key
	// Parent is the attribute whose change moves the object, "" if it cannot be moved.
	Parent string
	// Release is the release of the service that introduced the part; the zero value if every
	// release has it.
	Release Release
}

// Declaration returns the description of the resource, or of its list resource.
func (r *Resource) Declaration() Declaration {
	return Declaration{Noun: r.Type.Name, Key: r.Type.Key, Parent: r.Type.Parent, Release: diagnostics.ReleaseOf(r.Type)}
}

// Declaration returns the description of the data source.
func (d *DataSource) Declaration() Declaration {
	return Declaration{Noun: d.Noun, Release: d.Release}
}
