package main

import (
	"slices"
	"strings"
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
	// arguments are the arguments of the provider block.
	arguments map[string]string
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
	{name: "ours", title: "ours", configuration: "ours", provider: idmProvider, instances: (*sized).Objects},
	{
		name: "unbatched", title: "ours, `batch_reads = false`", configuration: "ours", provider: idmProvider,
		instances: (*sized).Objects,
		arguments: map[string]string{"batch_reads": "false"},
	},
	{name: "authoritative", title: "ours, authoritative", configuration: "authoritative", provider: idmProvider,
		instances: together},
	{name: bareColumn, title: "bare provider", configuration: "bare", provider: bareProvider, instances: (*sized).Objects},
	{name: floorColumn, title: "floor", configuration: "floor", instances: (*sized).Objects},
	{name: flatColumn, title: "flat `for_each`", configuration: flatColumn, provider: idmProvider,
		instances: (*sized).Objects, flat: true},
	{name: flatBareColumn, title: "flat `for_each`, bare provider", configuration: flatBareColumn, provider: bareProvider,
		instances: (*sized).Objects, flat: true},
	{name: wholeColumn, title: "the whole tenant", configuration: "whole", provider: idmProvider,
		instances: all, whole: true},
	{name: wholeBareColumn, title: "the whole tenant, bare provider", configuration: "whole-bare", provider: bareProvider, instances: all,
		whole: true},
}

func all(t *sized) int { return t.whole.Objects() }

func together(t *sized) int { return 1 + t.Units() + t.Profiles()*3 }

func columnNames() []string {
	var all []string
	for _, c := range columns {
		all = append(all, c.name)
	}
	return all
}

// choose returns the columns with the given names, or all of them.
func choose(names string) []column {
	selected := strings.FieldsFunc(names, isComma)
	return slices.DeleteFunc(slices.Clone(columns), func(c column) bool {
		return len(selected) > 0 && !slices.Contains(selected, c.name)
	})
}
