package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// The providers of the columns. The floor uses none of them.
const (
	idmProvider  = "idm"
	bareProvider = "bare"
)

// column is a configuration of the tenant with a provider. The name of its client in the simulator
// is the name of the column.
type column struct {
	name, title string
	// configuration is the embedded folder, and provider the provider to run it with.
	configuration, provider string
	// arguments are the arguments of the provider block, and resources the resource types in the
	// configuration.
	arguments map[string]string
	resources []string
	// instances counts the instances in the state.
	instances func(*sized) int
	// whole reports that the column declares the whole tenant, including its users and roles.
	whole bool
	// flat reports that a single block with for_each declares all objects of a type, without
	// modules.
	flat bool
}

// declares returns the tenant that the configuration reads as JSON.
func (c column) declares(t *sized) any {
	if c.whole {
		return t.whole
	}
	return t
}

// departments returns the departments with their own module.
func (c column) departments(t *sized) []string {
	if c.flat {
		return nil
	}
	if c.whole {
		return t.whole.Departments
	}
	return t.Departments
}

const (
	bareColumn      = "bare"
	floorColumn     = "floor"
	wholeColumn     = "whole"
	wholeBareColumn = "whole-bare"
	flatColumn      = "flat"
	flatBareColumn  = "flat-bare"
)

// yardsticks maps each column to the columns that it is compared with.
var yardsticks = map[string]struct{ bare, floor string }{
	wholeColumn: {bare: wholeBareColumn}, wholeBareColumn: {}, flatColumn: {bare: flatBareColumn}, flatBareColumn: {},
	bareColumn: {floor: floorColumn}, floorColumn: {bare: bareColumn},
}

var columns = []column{
	{name: "ours", title: "ours", configuration: "ours", provider: idmProvider, resources: single, instances: (*sized).Objects},
	{
		name: "unbatched", title: "ours, `batch_reads = false`", configuration: "ours", provider: idmProvider, resources: single,
		instances: (*sized).Objects,
		arguments: map[string]string{"batch_reads": "false"},
	},
	{name: "authoritative", title: "ours, authoritative", configuration: "authoritative", provider: idmProvider, resources: authoritative,
		instances: together},
	{name: bareColumn, title: "bare provider", configuration: "bare", provider: bareProvider, instances: (*sized).Objects},
	{name: floorColumn, title: "floor", configuration: "floor", instances: (*sized).Objects},
	{name: flatColumn, title: "flat `for_each`", configuration: flatColumn, provider: idmProvider, resources: single,
		instances: (*sized).Objects, flat: true},
	{name: flatBareColumn, title: "flat `for_each`, bare provider", configuration: flatBareColumn, provider: bareProvider,
		instances: (*sized).Objects, flat: true},
	{name: wholeColumn, title: "the whole tenant", configuration: "whole", provider: idmProvider, resources: wholeResources,
		instances: all, whole: true},
	{name: wholeBareColumn, title: "the whole tenant, bare provider", configuration: "whole-bare", provider: bareProvider, instances: all,
		whole: true},
}

var (
	single        = []string{"idm_client_application", "idm_unit", "idm_profile", "idm_authorization", "idm_enterprise_authorization"}
	authoritative = []string{"idm_client_applications", "idm_unit", "idm_profile", "idm_profile_authorizations",
		"idm_profile_enterprise_authorizations"}
	// wholeResources lists the types in the whole tenant.
	wholeResources = slices.Concat(single, []string{"idm_application", "idm_role", "idm_enterprise_role", "idm_enterprise_role_member",
		"idm_policy", "idm_user"})
)

func all(t *sized) int { return t.whole.Objects() }

func together(t *sized) int { return 1 + t.Units() + t.Profiles()*3 }

func columnNames() []string {
	var all []string
	for _, c := range columns {
		all = append(all, c.name)
	}
	return all
}

// surface contains the arguments and the resources of the provider.
type surface struct{ arguments, resources map[string]bool }

// ask reads the provider's schema.
func ask(ctx context.Context) (surface, error) {
	known := surface{arguments: map[string]bool{}, resources: map[string]bool{}}
	response, err := providerserver.NewProtocol6(provider.New("bench")())().GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return known, err
	}
	for _, d := range response.Diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return known, errors.New(d.Summary + ": " + d.Detail)
		}
	}
	for _, a := range response.Provider.Block.Attributes {
		known.arguments[a.Name] = true
	}
	for name := range response.ResourceSchemas {
		known.resources[name] = true
	}
	return known, nil
}

// missing lists the arguments and resources of the column that the provider lacks.
func (c column) missing(known surface) []string {
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(c.arguments)) {
		if !known.arguments[name] {
			unknown = append(unknown, "the argument "+name)
		}
	}
	for _, name := range c.resources {
		if !known.resources[name] {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// choose omits the columns that were not requested, and names those with resources that the provider
// lacks.
func choose(names string, known surface) (chosen []column, leftOut []string) {
	selected := strings.FieldsFunc(names, isComma)
	for _, c := range columns {
		if len(selected) > 0 && !slices.Contains(selected, c.name) {
			continue
		}
		if missing := c.missing(known); len(missing) > 0 {
			leftOut = append(leftOut, fmt.Sprintf("Left out: %s, because the provider does not know %s.", c.title,
				strings.Join(missing, ", ")))
			continue
		}
		chosen = append(chosen, c)
	}
	return chosen, leftOut
}
