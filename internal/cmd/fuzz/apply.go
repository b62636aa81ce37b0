package main

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// loginTaken is also a true warning: for a user that gets the login ID of another one.
const loginTaken = "The login ID is taken"

// falseAlarms are the summaries of warnings that a valid configuration must not cause while there is
// no other writer.
var falseAlarms = []string{"The name is taken", loginTaken, "The external ID is taken", "A similar object exists",
	"Not unique in this configuration", "Declared twice", "Destroyed at one address and created at another", "Managed twice"}

// apply applies the configuration in one of several ways. It updates before to the objects before the
// last apply.
func (t *trial) apply(ctx context.Context, what string, before *[]tenantgen.Object) bool {
	var args []string
	for _, address := range t.forced {
		args = append(args, "-replace="+address)
	}
	switch t.random.IntN(5) {
	case 0:
		args = append(args, "-refresh=false")
	case 1:
		args = append(args, "-parallelism=30")
	case 2:
		plan := append([]string{"plan", "-json", "-out=saved.tfplan"}, args...)
		return t.passes(ctx, what+", the plan", plan...) && t.passes(ctx, what+", saved", "apply", "-json", "saved.tfplan")
	case 3:
		if !t.applyTargets(ctx) {
			return false
		}
		t.service.sim.ClearRequests()
		if *before, t.failure = t.service.objects(); t.failure != nil {
			return false
		}
	}
	return t.passes(ctx, what, append([]string{"apply", "-json", "-auto-approve"}, args...)...)
}

// applyTargets applies the changes of some resources. The service may refuse them without the others,
// but an apply of everything must succeed afterwards.
func (t *trial) applyTargets(ctx context.Context) bool {
	args := []string{"apply", "-json", "-auto-approve"}
	for _, r := range tenantgen.Some(t.random, t.tenant.Resources()) {
		args = append(args, "-target="+r.Address())
	}
	o, err := t.work.run(ctx, args...)
	if t.failure = err; err != nil {
		return false
	}
	t.writes += o.planned
	t.targeted++
	if o.exit != 0 {
		t.refused++
	}
	return true
}
