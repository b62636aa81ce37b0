package acctest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Listed is one result of a list resource. Resource is nil unless it was requested.
type Listed struct {
	DisplayName        string
	Identity, Resource Values
}

// List validates and runs a list resource, like `terraform query`; limit 0 means no limit. The
// returned diagnostics include those of the results.
func (p *Protocol) List(t testing.TB, resource string, config Values, includeResource bool, limit int64) ([]Listed, Diagnostics) {
	t.Helper()
	ctx, encoded := context.Background(), encode(t, config)
	validated, err := p.server.ValidateListResourceConfig(ctx,
		&tfprotov6.ValidateListResourceConfigRequest{TypeName: resource, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	if diags := Diagnostics(validated.Diagnostics); diags.HasError() {
		return nil, diags
	}
	stream, err := p.server.ListResource(ctx,
		&tfprotov6.ListResourceRequest{TypeName: resource, Config: encoded, IncludeResource: includeResource, Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	var listed []Listed
	var diags Diagnostics
	for result := range stream.Results {
		diags = append(diags, result.Diagnostics...)
		if result.Identity == nil {
			continue
		}
		listed = append(listed, Listed{result.DisplayName, p.identity(t, resource, result.Identity),
			p.resource(t, resource, result.Resource)})
	}
	return listed, diags
}

// Import imports a resource by its identity and reads it. It returns the object and the identity
// that the read published. A deleted object is nil.
func (p *Protocol) Import(t testing.TB, resource string, identity Values) (object, published Values, diags Diagnostics) {
	t.Helper()
	i := Instance{Type: resource}
	if diags = i.ImportIdentity(t, p, identity); !diags.HasError() {
		diags = append(diags, i.Refresh(t, p)...)
	}
	missing := func(d *tfprotov6.Diagnostic) bool { return strings.HasPrefix(d.Summary, "There is no such ") }
	if slices.ContainsFunc(diags, missing) {
		return nil, i.Identity(t, p), slices.DeleteFunc(diags, missing)
	}
	return i.Values, i.Identity(t, p), diags
}

// Read validates and reads a data source.
func (p *Protocol) Read(t testing.TB, dataSource string, config Values) (Values, Diagnostics) {
	t.Helper()
	ctx, encoded := context.Background(), encode(t, config)
	validated, err := p.server.ValidateDataResourceConfig(ctx,
		&tfprotov6.ValidateDataResourceConfigRequest{TypeName: dataSource, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	if diags := Diagnostics(validated.Diagnostics); diags.HasError() {
		return nil, diags
	}
	read, err := p.server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: dataSource, Config: encoded})
	if err != nil {
		t.Fatal(err)
	}
	return decode(t, read.State, valueType(p.schemas.DataSourceSchemas[dataSource])), read.Diagnostics
}

func (p *Protocol) resource(t testing.TB, name string, in *tfprotov6.DynamicValue) Values {
	t.Helper()
	return decode(t, in, valueType(p.schemas.ResourceSchemas[name]))
}

func (p *Protocol) identity(t testing.TB, name string, in *tfprotov6.ResourceIdentityData) Values {
	t.Helper()
	if in == nil {
		return nil
	}
	return decode(t, in.IdentityData, valueType(p.identities[name]))
}

// decode decodes an object of the protocol; null is nil.
func decode(t testing.TB, in *tfprotov6.DynamicValue, of tftypes.Type) Values {
	t.Helper()
	if in == nil {
		return nil
	}
	value, err := in.Unmarshal(of)
	if err != nil {
		t.Fatal(err)
	}
	values, _ := plain(t, value).(Values)
	return values
}
