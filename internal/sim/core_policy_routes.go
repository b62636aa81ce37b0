package sim

import (
	"slices"
	"strconv"
)

// settlePolicy checks a policy, and clears the flag of the previous default of its type. The
// reference also requires a maximum length that holds the required character classes, but does not
// name their parameters.
func (c *call) settlePolicy(d doc) {
	c.checkPolicy(d)
	parameters := nested(d, "parameters")
	longest, limited := wholeNumber(parameters, "maxLength")
	shortest, required := wholeNumber(parameters, "minLength")
	if limited && required && longest < shortest {
		panic(refuse(codeInconsistentData, "maxLength %d is below minLength %d.", longest, shortest))
	}
	c.clearOthers("policies", "type", "defaultPolicy", d)
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

// patchedPolicy replaces the parameters as a whole. The body may repeat the ID and the type, but not
// change them.
func (c *call) patchedPolicy(old *record, next doc) {
	for _, name := range []string{"extId", "policyType"} {
		if text(next, name) != old.text(name) {
			panic(refuse(codeReadOnly, "%s cannot be changed.", name))
		}
	}
	c.settlePolicy(next)
}

// dropPolicy refuses to delete the default of a type, and policies that credentials use.
func (c *call) dropPolicy(rec *record) {
	if rec.flag("defaultPolicy") {
		panic(refuse(codeDefaultEntity, "The policy %q is the default of its type.", rec.id))
	}
	for _, credential := range c.list("credentials", "client", c.client()) {
		if credential.text("policyExtId") == rec.id {
			panic(refuse(codeDependencies, "The credential %q follows the policy %q.", credential.id, rec.id))
		}
	}
	c.drop(rec)
}
