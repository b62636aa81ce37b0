package sim

import (
	"strconv"
	"strings"
)

// policyVersion is accepted and ignored in a create.
var policyVersion = field{name: "version", kind: kindNumber, use: onCreate}

func (s *Server) policyRoutes() []route {
	const all, one = "/core/v1/{clientExtId}/policies", "/core/v1/{clientExtId}/policies/{policyExtId}"
	return []route{
		{
			method: "GET", pattern: "/core/v1/clients/{clientExtId}/policies",
			rights: []string{"ClientView", "PolicyConfigurationView"}, handle: listPolicies,
		},
		{method: "POST", pattern: all, rights: []string{"PolicyCreate"}, handle: createPolicy},
		{method: "GET", pattern: one, rights: []string{"PolicyView"}, handle: getPolicy},
		{method: "PATCH", pattern: one, rights: []string{"PolicyView", "PolicyModify"}, handle: patchPolicy},
		{method: "DELETE", pattern: one, rights: []string{"PolicyDelete"}, handle: deletePolicy},
	}
}

func listPolicies(c *call) (reply, error) {
	return c.page(listing{fields: policyFields}, c.list("policies", "client", c.client()))
}

func createPolicy(c *call) (reply, error) {
	fields := append([]field{policyVersion}, policyFields...)
	d, err := c.createBody(fields)
	if err != nil {
		return reply{}, err
	}
	d["clientExtId"] = c.client()
	fillPolicy(c.tx, d)
	if err := c.checkWholePolicy(d); err != nil {
		return reply{}, err
	}
	rec, err := c.add("policies", d)
	if err != nil {
		return reply{}, err
	}
	c.clearOtherDefaultPolicy(rec)
	return c.created("core", "v1", c.client(), "policies", rec.id)
}

func (c *call) checkWholePolicy(d doc) error {
	if err := c.checkPolicy(d); err != nil {
		return err
	}
	parameters, _ := d["parameters"].(doc)
	return checkLengths(parameters)
}

// checkLengths refuses password parameters that contradict each other: a maximum below the minimum,
// or below the sum of the character classes, which are all other numeric parameters that begin with
// min.
func checkLengths(parameters doc) error {
	longest, ok := wholeNumber(parameters, "maxLength")
	if !ok {
		return nil
	}
	if shortest, ok := wholeNumber(parameters, "minLength"); ok && longest < shortest {
		return refuse(codeInconsistentData, "maxLength %d is below minLength %d.", longest, shortest)
	}
	sum := 0
	for name := range parameters {
		if n, ok := wholeNumber(parameters, name); ok && name != "minLength" && strings.HasPrefix(name, "min") {
			sum += n
		}
	}
	if longest < sum {
		return refuse(codeInconsistentData, "maxLength %d is below the sum of the character classes, %d.", longest, sum)
	}
	return nil
}

func wholeNumber(parameters doc, name string) (int, bool) {
	n, err := strconv.Atoi(text(parameters, name))
	return n, err == nil
}

// clearOtherDefaultPolicy clears the flag of the previous default of the same type.
func (c *call) clearOtherDefaultPolicy(policy *record) {
	if !policy.flag("defaultPolicy") {
		return
	}
	for _, other := range c.snapshot("policies", "type", c.client(), policy.text("policyType")) {
		if other.id != policy.id && other.flag("defaultPolicy") {
			next := copyDoc(other.doc)
			next["defaultPolicy"] = false
			c.save("policies", next)
		}
	}
}

func getPolicy(c *call) (reply, error) {
	rec, err := c.find("policies", "policyExtId")
	if err != nil {
		return reply{}, err
	}
	return okReply(view(policyFields, rec.doc, c.quirks))
}

// patchPolicy replaces the parameters as a whole. The body may repeat the ID and the type, but not
// change them.
func patchPolicy(c *call) (reply, error) {
	rec, err := c.find("policies", "policyExtId")
	if err != nil {
		return reply{}, err
	}
	fields := append([]field{
		{name: "extId", kind: kindName, use: onPatch}, {name: "policyType", kind: kindName, use: onPatch},
	}, policyFields...)
	next, err := c.patch(fields, rec)
	if err != nil {
		return reply{}, err
	}
	if next == nil {
		return okReply(view(policyFields, rec.doc, c.quirks))
	}
	for _, name := range []string{"extId", "policyType"} {
		if text(next, name) != rec.text(name) {
			return reply{}, refuse(codeReadOnly, "%s cannot be changed.", name)
		}
	}
	if err := c.checkWholePolicy(next); err != nil {
		return reply{}, err
	}
	saved := c.save("policies", next)
	c.clearOtherDefaultPolicy(saved)
	return okReply(view(policyFields, saved.doc, c.quirks))
}

// deletePolicy refuses to delete the default of a type, and policies that credentials use.
func deletePolicy(c *call) (reply, error) {
	rec, err := c.find("policies", "policyExtId")
	if err != nil {
		return reply{}, err
	}
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
