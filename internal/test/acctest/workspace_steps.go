package acctest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/zclconf/go-cty/cty"
)

// runSteps runs the steps of a test like resource.UnitTest, without a CLI.
func runSteps(t *testing.T, s *Service, steps []resource.TestStep) {
	t.Helper()
	w := &workspace{t: t, service: s, state: &state{map[string]*object{}, map[string]cty.Value{}, map[string]cty.Value{}}}
	s.workspace = w
	defer func() {
		t.Helper()
		if len(w.state.objects) == 0 {
			return
		}
		p, err := w.plan(false, true)
		if err == nil {
			err = w.apply(p)
		}
		if err != nil {
			t.Fatalf("Error running post-test destroy: %s", err)
		}
	}()
	for i, step := range steps {
		if step.PreConfig != nil {
			step.PreConfig()
		}
		err := w.step(step)
		if err != nil {
			s.warned = append(s.warned, err.Error())
		}
		switch {
		case s.tries && err != nil && strings.Contains(err.Error(), "error running apply"):
		case step.ExpectError == nil && err != nil:
			t.Fatalf("Step %d/%d error: %s", i+1, len(steps), err)
		case step.ExpectError != nil && err == nil:
			t.Fatalf("Step %d/%d, expected an error but got none", i+1, len(steps))
		case step.ExpectError != nil && !step.ExpectError.MatchString(err.Error()):
			t.Fatalf("Step %d/%d, expected an error with pattern %s, no match on: %s", i+1, len(steps), step.ExpectError, err)
		}
	}
}

func (w *workspace) step(step resource.TestStep) error {
	if step.ImportState {
		return w.importStep(step)
	}
	if step.ConfigStateChecks != nil || step.Destroy || step.RefreshState {
		w.t.Fatal("the runs without a CLI do not know an option of this step: use TestCLI")
	}
	config, diags := parse(step.Config)
	if diags.HasErrors() {
		return diags
	}
	w.config = config
	for _, address := range step.Taint {
		w.state.objects[address].Tainted = true
	}
	if !step.PlanOnly {
		if err := w.applyStep(step); err != nil {
			return err
		}
	}
	for _, refresh := range []bool{false, true} {
		p, err := w.plan(refresh, false)
		if err != nil {
			return fmt.Errorf("error running plan: %w", err)
		}
		checks := step.ConfigPlanChecks.PostApplyPreRefresh
		if refresh {
			checks = step.ConfigPlanChecks.PostApplyPostRefresh
		}
		if err := check(p, checks); err != nil {
			return err
		}
		switch empty := p.empty(w.state); {
		case !empty && !step.ExpectNonEmptyPlan:
			return fmt.Errorf("the plan was not empty:\n%s", p)
		case empty && step.ExpectNonEmptyPlan && refresh:
			return errors.New("expected a non-empty plan, but got an empty refresh plan")
		}
	}
	return nil
}

// applyStep plans and applies the configuration of a step, and checks both.
func (w *workspace) applyStep(step resource.TestStep) error {
	p, err := w.plan(!w.service.stale, false)
	if err != nil {
		return fmt.Errorf("error running pre-apply plan: %w", err)
	}
	if err := check(p, step.ConfigPlanChecks.PreApply); err != nil {
		return err
	}
	if err := w.apply(p); err != nil {
		return fmt.Errorf("error running apply: %w", err)
	}
	if step.Check != nil {
		if err := step.Check(w.legacy()); err != nil {
			return fmt.Errorf("Check failed: %w", err)
		}
	}
	return nil
}

func check(p *plan, checks []plancheck.PlanCheck) error {
	for _, check := range checks {
		var response plancheck.CheckPlanResponse
		if check.CheckPlan(context.Background(), plancheck.CheckPlanRequest{Plan: p.document()}, &response); response.Error != nil {
			return response.Error
		}
	}
	return nil
}

// String shows the changes of a plan.
func (p *plan) String() string {
	var b strings.Builder
	for _, address := range slices.Sorted(maps.Keys(p.changes)) {
		if c := p.changes[address]; !c.actions.NoOp() {
			fmt.Fprintln(&b, address, c.actions, Equal(c.before, c.planned.Values))
		}
	}
	return b.String()
}

// importStep imports an object again, by its ID or its identity, and compares it with the state.
func (w *workspace) importStep(step resource.TestStep) error {
	address, existing := step.ResourceName, w.state.objects[step.ResourceName]
	if existing == nil {
		return fmt.Errorf("%s is not in the state", address)
	}
	r, o := w.open(w.state), &object{Instance: Instance{Type: existing.Type}}
	if step.ImportStateKind == resource.ImportBlockWithResourceIdentity {
		r.report(address, o.ImportIdentity(w.t, r.p, existing.Identity(w.t, r.p)))
	} else {
		id, _ := existing.Values["id"].(string)
		r.report(address, o.Import(w.t, r.p, id))
	}
	if r.err() == nil {
		r.report(address, o.Refresh(w.t, r.p))
	}
	if err := r.err(); err != nil {
		return err
	}
	want, got := flatten(existing.Values), flatten(o.Values)
	for _, attributes := range []map[string]string{want, got} {
		maps.DeleteFunc(attributes, func(name, value string) bool {
			empty := value == "0" && (strings.HasSuffix(name, ".#") || strings.HasSuffix(name, ".%"))
			return empty || slices.ContainsFunc(step.ImportStateVerifyIgnore, func(ignored string) bool {
				return strings.HasPrefix(name, ignored)
			})
		})
	}
	return errors.Join(Equal(want, got), Equal(existing.Identity(w.t, r.p), o.Identity(w.t, r.p)))
}

// exact checks that a refresh changes no object of the state.
func (w *workspace) exact() (err error) {
	r := w.open(w.state.clone())
	for address, o := range r.state.objects {
		if r.report(address, o.Refresh(w.t, r.p)); r.err() == nil {
			err = errors.Join(err, Equal(w.state.objects[address].Values, o.Values))
		}
	}
	return errors.Join(err, r.err())
}

// recorded returns the state after a step; nil if a CLI has run it.
func (s *Service) recorded() *terraform.State {
	if s.workspace == nil {
		return nil
	}
	return s.workspace.legacy()
}

// legacy returns the state in the form that checks expect.
func (w *workspace) legacy() *terraform.State {
	module := &terraform.ModuleState{
		Path: []string{"root"}, Resources: map[string]*terraform.ResourceState{}, Outputs: map[string]*terraform.OutputState{},
	}
	add := func(address, of string, values Values) {
		attributes := flatten(values)
		module.Resources[strings.NewReplacer("[", ".", "]", "", `"`, "").Replace(address)] = &terraform.ResourceState{
			Type: of, Primary: &terraform.InstanceState{ID: attributes["id"], Attributes: attributes},
		}
	}
	for address, o := range w.state.objects {
		add(address, o.Type, o.Values)
	}
	for address, value := range w.state.data {
		values, _ := plainCty(w.t, value).(Values)
		add(address, strings.Split(strings.TrimPrefix(address, "data."), ".")[0], values)
	}
	for name, value := range w.state.outputs {
		output := &terraform.OutputState{Value: plainCty(w.t, value)}
		switch value := output.Value.(type) {
		case string, []any, Values:
		case nil:
			continue
		case float64:
			output.Value = strconv.FormatFloat(value, 'f', -1, 64)
		default:
			output.Value = fmt.Sprint(value)
		}
		module.Outputs[name] = output
	}
	return &terraform.State{Modules: []*terraform.ModuleState{module}}
}

func plainCty(t testing.TB, value cty.Value) any {
	t.Helper()
	in, err := fromCty(t, value, cty.DynamicPseudoType).Unmarshal(tftypes.DynamicPseudoType)
	if err != nil {
		t.Fatal(err)
	}
	return plain(t, in)
}

// flatten returns the attributes of an object by path, without null values.
func flatten(values Values) map[string]string {
	flat := map[string]string{}
	var add func(path string, value any)
	members := func(path string, values Values) {
		flat[path+"%"] = strconv.Itoa(len(values))
		for name, value := range values {
			add(path+name, value)
		}
	}
	add = func(path string, value any) {
		switch value := value.(type) {
		case nil:
		case Values:
			members(path+".", value)
		case []any:
			flat[path+".#"] = strconv.Itoa(len(value))
			for i, element := range value {
				add(fmt.Sprint(path, ".", i), element)
			}
		case float64:
			flat[path] = strconv.FormatFloat(value, 'f', -1, 64)
		default:
			flat[path] = fmt.Sprint(value)
		}
	}
	members("", values)
	return flat
}

// known returns a value without its unknown parts, and unknowns these parts as true.
func known(value any) any {
	object, ok := value.(Values)
	if !ok {
		return value
	}
	parts := Values{}
	for name, member := range object {
		if member != any(tftypes.UnknownValue) {
			parts[name] = known(member)
		}
	}
	return parts
}

func unknowns(value any) any {
	object, ok := value.(Values)
	if !ok {
		return value == any(tftypes.UnknownValue)
	}
	parts := Values{}
	for name, member := range object {
		if part := unknowns(member); part != false {
			parts[name] = part
		}
	}
	return parts
}
