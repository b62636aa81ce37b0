package resourcebase

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Noun contains everything that the provider offers for one kind of object. One line in the
// provider's list registers it.
type Noun struct {
	Resources          Resources
	DataSources        DataSources
	EphemeralResources EphemeralResources
	Actions            Actions
	ListResources      ListResources
	Collections        Collections
}

// Resources construct resources.
type Resources = []func() resource.Resource

// DataSources construct data sources.
type DataSources = []func() datasource.DataSource

// EphemeralResources construct ephemeral resources.
type EphemeralResources = []func() ephemeral.EphemeralResource

// Actions construct actions.
type Actions = []func() action.Action

// ListResources construct list resources.
type ListResources = []func() list.ListResource

// Collections construct collections from the resources of single objects.
type Collections = []func(single func(*objecttype.Type) resource.Resource) *Collection
