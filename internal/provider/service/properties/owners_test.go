package properties_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestProperties_minimalFullMinimal(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		steps := []resource.TestStep{
			o.s.Apply(o.config(o.plain(acctest.Values{o.first: o.one})),
				resource.TestCheckResourceAttr(o.address(), "id", o.id),
				resource.TestCheckResourceAttr(o.address(), "client_ext_id", o.s.Client),
				resource.TestCheckNoResourceAttr(o.address(), "sensitive_properties.%"),
				o.s.Sent(o.patch(map[string]string{o.first: o.one}))),
			o.s.Apply(o.config(o.plain(acctest.Values{o.first: o.two, o.second: "10"})),
				o.s.Sent(o.patch(map[string]string{o.first: o.two, o.second: "10"})),
				o.remote(t, map[string]string{o.first: o.two, o.second: "10"})),
		}
		steps = append(steps, acctest.Import(o.address())...)
		o.s.Test(t, append(steps,
			o.s.Apply(o.config(o.sensitive(acctest.Values{o.first: o.two})),
				resource.TestCheckNoResourceAttr(o.address(), "properties.%"),
				o.s.Sent(o.patch(map[string]string{o.second: ""})),
				o.remote(t, map[string]string{o.first: o.two})),
			o.s.Apply("", o.s.Sent(o.patch(map[string]string{o.first: ""})), o.remote(t, map[string]string{})),
		)...)
	}, acctest.Quirks("slash-strict"))
}

// A resource owns only the names in its configuration: it neither shows nor reverts changes of
// other names, and its destroy keeps them.
func TestProperties_ownsOnlyItsNames(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		o.set(t, map[string]string{o.second: "theirs"})()
		i, config := o.instance(), o.plain(acctest.Values{o.first: o.one})
		i.Create(t, o.s.Protocol(t), config)
		if err := acctest.Equal(acctest.Values{o.first: o.one}, i.Values["properties"].(acctest.Values)); err != nil {
			t.Error(err)
		}
		o.set(t, map[string]string{o.second: "changed"})()
		i.Refresh(t, o.s.Protocol(t))
		if planned, diags := i.Plan(t, o.s.Protocol(t), config); !planned.Empty || len(diags) > 0 {
			t.Error(planned.Values, diags)
		}
		if diags := i.ApplyConcurrently(t, o.s.Protocol(t), nil, func() {}); len(diags) > 0 {
			t.Error(diags)
		}
		must(t, o.remote(t, map[string]string{o.second: "changed"}))
	})
}

// The plan shows changes of an owned name by other writers, and the apply reverts them.
func TestProperties_drift(t *testing.T) {
	for name, theirs := range map[string]func(owner) string{
		"changed": func(o owner) string { return o.two },
		"removed": func(owner) string { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, o owner) {
				i, config := o.instance(), o.plain(acctest.Values{o.first: o.one})
				i.Create(t, o.s.Protocol(t), config)
				o.set(t, map[string]string{o.first: theirs(o), o.second: "theirs"})()
				p := o.s.Protocol(t)
				i.Refresh(t, p)
				o.s.ClearRequests()
				if planned, diags := i.Plan(t, p, config); planned.Empty || len(diags) > 0 {
					t.Error("not shown", diags)
				} else if diags = i.Apply(t, p, planned); len(diags) > 0 {
					t.Error(diags)
				}
				must(t, o.s.Sent(o.patch(map[string]string{o.first: o.one})))
				must(t, o.remote(t, map[string]string{o.first: o.one, o.second: "theirs"}))
			})
		})
	}
}

// Values that were deleted with their object are planned again; without the object, the apply
// fails.
func TestProperties_gone(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		i, config := o.instance(), o.plain(acctest.Values{o.first: o.one})
		i.Create(t, o.s.Protocol(t), config)
		object := strings.TrimSuffix(strings.TrimSuffix(o.path, "/"), "/properties")
		if status, response := o.s.Send(t, http.MethodDelete, object, ""); status != http.StatusNoContent {
			t.Fatal(response)
		}
		if diags := i.Refresh(t, o.s.Protocol(t)); len(diags) > 0 || i.Values != nil {
			t.Fatal(i.Values, diags)
		}
		if diags := i.ApplyConcurrently(t, o.s.Protocol(t), config, func() {}); !strings.Contains(diags.String(), "errors.noRecord") {
			t.Error(diags)
		}
	})
}

// Properties have no version, so the provider compares them before sending. A concurrent change of
// an owned name is a conflict; a change of another name is not.
func TestProperties_conflict(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		i := o.instance()
		i.Create(t, o.s.Protocol(t), o.plain(acctest.Values{o.second: "1"}))
		diags := i.ApplyConcurrently(t, o.s.Protocol(t), o.plain(acctest.Values{o.second: "2"}),
			o.set(t, map[string]string{o.second: "theirs", o.first: o.one}))
		if text := diags.String(); !diags.HasError() || !strings.Contains(text, fmt.Sprintf("properties[%q]", o.second)) {
			t.Error(text)
		}
		must(t, o.remote(t, map[string]string{o.second: "theirs", o.first: o.one}))
	})
}

// A destroy removes the values in its plan, and keeps a value that changed afterwards.
func TestProperties_destroyAfterAChange(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		i := o.instance()
		i.Create(t, o.s.Protocol(t), o.plain(acctest.Values{o.first: o.one, o.second: "1"}))
		diags := i.ApplyConcurrently(t, o.s.Protocol(t), nil, o.set(t, map[string]string{o.second: "theirs"}))
		if diags.HasError() || !strings.Contains(diags.String(), "Kept a property that changed after the plan") {
			t.Error(diags)
		}
		must(t, o.remote(t, map[string]string{o.second: "theirs"}))
	})
}

// A write with a lost response is sent again only if it was not applied.
func TestProperties_lostResponses(t *testing.T) {
	for _, way := range acctest.Lost {
		t.Run(fmt.Sprint(way.Kind, way.Status), func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, o owner) {
				o.set(t, map[string]string{o.first: o.two})()
				i := o.instance()
				for _, value := range []string{o.one, o.two, ""} {
					config := o.plain(acctest.Values{o.first: value})
					if value == "" {
						config = nil
					}
					diags := i.ApplyConcurrently(t, o.s.Protocol(t), config, func() {
						fault := way.Fault
						fault.Method, fault.Path, fault.Count = http.MethodPatch, "*/properties*", 1
						if err := o.s.Sim.SetFaults(fault); err != nil {
							t.Error(err)
						}
						o.s.ClearRequests()
					})
					if diags.HasError() || o.s.Sim.FaultHits()[0] != 1 {
						t.Error(diags, o.s.Sim.FaultHits())
					}
					sent := o.patch(map[string]string{o.first: value})
					must(t, o.s.Sent(slices.Repeat([]string{sent}, way.Sends())...))
					want := map[string]string{o.first: value}
					if value == "" {
						want = nil
					}
					must(t, o.remote(t, want))
				}
			})
		})
	}
}

// The import adds all names to the state, so that the plan removes the undeclared ones.
func TestProperties_importMore(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		o.set(t, map[string]string{o.first: o.one, o.second: "10"})()
		i := o.instance()
		i.Import(t, o.s.Protocol(t), o.id)
		i.Refresh(t, o.s.Protocol(t))
		if err := acctest.Equal(acctest.Values{o.first: o.one, o.second: "10"}, i.Values["properties"].(acctest.Values)); err != nil {
			t.Error(err)
		}
		o.s.ClearRequests()
		if diags := i.ApplyConcurrently(t, o.s.Protocol(t), o.plain(acctest.Values{o.first: o.one}), func() {}); len(diags) > 0 {
			t.Error(diags)
		}
		must(t, o.s.Sent(o.patch(map[string]string{o.second: ""})))
	})
}

// On some releases a write of properties advances the version of their owner. This does not
// conflict with a later update of the owner in the same run.
func TestProperties_locksItsOwner(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		p, i := o.s.Protocol(t), o.instance()
		o.itself.Import(t, p, o.id)
		o.itself.Refresh(t, p)
		config := p.Configuration(o.itself.Type, o.itself.Values)
		config[o.change] = "changed"
		if _, flag := o.itself.Values[o.change].(bool); flag {
			config[o.change] = true
		}
		planned, diags := o.itself.Plan(t, p, config)
		if len(diags) > 0 || planned.Empty {
			t.Fatal(planned.Values, diags)
		}
		i.Create(t, p, o.plain(acctest.Values{o.first: o.one}))
		if diags := o.itself.Apply(t, p, planned); len(diags) > 0 {
			t.Error(diags)
		}
		must(t, o.s.NoConflicts())
	}, acctest.Quirks("properties-bump-version"))
}

// A read-only property that leaves the configuration, or whose resource is destroyed, is released:
// the service keeps it, and receives no request to remove it.
func TestProperties_releasesReadOnly(t *testing.T) {
	for name, test := range map[string]struct {
		config func(owner) acctest.Values
		sent   func(owner) []string
	}{
		"name removed": {
			func(o owner) acctest.Values { return o.plain(acctest.Values{o.first: o.one}) },
			func(owner) []string { return nil },
		},
		"name removed, other changed": {
			func(o owner) acctest.Values { return o.plain(acctest.Values{o.first: o.two}) },
			func(o owner) []string { return []string{o.patch(map[string]string{o.first: o.two})} },
		},
		"resource removed": {
			func(owner) acctest.Values { return nil },
			func(o owner) []string { return []string{o.patch(map[string]string{o.first: ""})} },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, o owner) {
				i := o.instance()
				i.Create(t, o.s.Protocol(t), o.plain(acctest.Values{o.first: o.one, o.second: "10"}))
				o.fix(t, o.second)
				p := o.s.Protocol(t)
				o.s.ClearRequests()
				diags := i.ApplyConcurrently(t, p, test.config(o), func() {})
				if diags.HasError() || !strings.Contains(diags.String(), "Released a read-only property: The property "+o.second) {
					t.Error(diags)
				}
				must(t, o.s.Sent(test.sent(o)...))
				if i.Values == nil {
					return
				}
				p = o.s.Protocol(t)
				i.Refresh(t, p)
				if planned, diags := i.Plan(t, p, test.config(o)); len(diags) > 0 || !planned.Empty {
					t.Errorf("the next plan is not empty: %v %v", planned.Values, diags)
				}
			})
		})
	}
}

// The plan reports undefined properties, and the service refuses them.
func TestProperties_undefined(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		i := o.instance()
		planned, diags := i.Plan(t, o.s.Protocol(t), o.plain(acctest.Values{"undefined": "1"}))
		if !strings.Contains(diags.String(), `has not defined the property "undefined"`) {
			t.Error(diags)
		}
		if diags = i.Apply(t, o.s.Protocol(t), planned); !strings.Contains(diags.String(), "undefined is not defined") {
			t.Error(diags)
		}
	})
}

func TestPropertiesDataSource(t *testing.T) {
	each(t, func(t *testing.T, o owner) {
		o.set(t, map[string]string{o.first: o.one, o.second: "10"})()
		data := "data." + o.address()
		read := func(key acctest.Values) string {
			return strings.Replace(o.config(key), "resource", "data", 1)
		}
		elsewhere, foreign := maps.Clone(o.key), maps.Clone(o.key)
		for name := range elsewhere {
			elsewhere[name] = "nowhere"
		}
		foreign["client_ext_id"] = "nobody"
		title := strings.ReplaceAll(strings.TrimPrefix(o.kind, "idm_"), "_", " ")
		o.s.Test(t,
			o.s.Apply(read(o.key),
				resource.TestCheckResourceAttr(data, "client_ext_id", "acme"),
				resource.TestCheckResourceAttr(data, "properties.%", "2"),
				resource.TestCheckResourceAttr(data, "properties."+o.first, o.one),
				resource.TestCheckResourceAttr(data, "sensitive_properties.%", "0")),
			o.s.Fails(read(elsewhere), "errors.noRecord"),
			o.s.Fails(read(foreign), "Object: "+title+" nobody/"),
		)
	})
}
