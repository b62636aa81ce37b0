package sim

import (
	"slices"
	"strconv"
)

const (
	policiesPath = "/core/v1/{clientExtId}/policies"
	policyPath   = policiesPath + "/{policyExtId}"
)

func policyRoutes() []route {
	policy := one("policies")
	return []route{
		serve("GET /core/v1/clients/{clientExtId}/policies", list("policies", "client"), "ClientView", "PolicyConfigurationView"),
		serve("POST "+policiesPath, create("policies", (*call).settlePolicy), "PolicyCreate"),
		serve("GET "+policyPath, of(policy, show), "PolicyView"),
		serve("PATCH "+policyPath, of(policy, patchPolicy), "PolicyView", "PolicyModify"),
		serve("DELETE "+policyPath, of(policy, deletePolicy), "PolicyDelete"),
	}
}

// settlePolicy checks a policy, and clears the flag of the previous default of its type.
func (c *call) settlePolicy(d doc) error {
	if err := c.checkPolicy(d); err != nil {
		return err
	}
	parameters, _ := d["parameters"].(doc)
	if err := checkLengths(parameters); err != nil {
		return err
	}
	c.clearOthers("policies", "type", "defaultPolicy", d)
	return nil
}

// checkLengths refuses a maximum below the minimum. The reference also requires a maximum that holds
// the required character classes, but does not name their parameters.
func checkLengths(parameters doc) error {
	longest, limited := wholeNumber(parameters, "maxLength")
	shortest, required := wholeNumber(parameters, "minLength")
	if limited && required && longest < shortest {
		return refuse(codeInconsistentData, "maxLength %d is below minLength %d.", longest, shortest)
	}
	return nil
}

func wholeNumber(parameters doc, name string) (int, bool) {
	n, err := strconv.Atoi(text(parameters, name))
	return n, err == nil
}

// clearOthers clears the flag of the other records in the list of an object that has it.
func (c *call) clearOthers(table, list, flag string, d doc) {
	if d[flag] != true {
		return
	}
	for _, other := range slices.Clone(c.data[table].peers(list, d)) {
		if other.id != d["extId"] && other.flag(flag) {
			c.save(table, other.with(doc{flag: false}))
		}
	}
}

// patchPolicy replaces the parameters as a whole. The body may repeat the ID and the type, but not
// change them.
func patchPolicy(c *call, rec *record) (reply, error) {
	fields := append([]field{
		{name: "extId", kind: kindName, use: onPatch}, {name: "policyType", kind: kindName, use: onPatch},
	}, policyFields...)
	next, err := c.patch(fields, rec)
	if err != nil {
		return reply{}, err
	}
	if next == nil {
		return show(c, rec)
	}
	for _, name := range []string{"extId", "policyType"} {
		if text(next, name) != rec.text(name) {
			return reply{}, refuse(codeReadOnly, "%s cannot be changed.", name)
		}
	}
	if err := c.settlePolicy(next); err != nil {
		return reply{}, err
	}
	return show(c, c.save("policies", next))
}

// deletePolicy refuses to delete the default of a type, and policies that credentials use.
func deletePolicy(c *call, rec *record) (reply, error) {
	if rec.flag("defaultPolicy") {
		return reply{}, refuse(codeDefaultEntity, "The policy %q is the default of its type.", rec.id)
	}
	for _, credential := range c.list("credentials", "client", c.client()) {
		if credential.text("policyExtId") == rec.id {
			return reply{}, refuse(codeDependencies, "The credential %q follows the policy %q.", credential.id, rec.id)
		}
	}
	c.drop("policies", rec)
	return noContent()
}
