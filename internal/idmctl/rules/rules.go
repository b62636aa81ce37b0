// Package rules describes the rules of the review: the reasons to reject a plan.
package rules

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// Rule is a reason to reject a plan, or the name of several.
type Rule struct {
	Name, Description string
	// Gives and Takes report that a matching change may give access, or take it away.
	Gives, Takes bool
}

// The names of the presets, each for many rules at once: what may give access, and any change.
const (
	PresetAccess = "access"
	PresetAny    = "any"
)

// gives, takes and either return rules whose matching changes may give access, take it, or both.
func gives(name, description string) Rule   { return Rule{name, description, true, false} }
func takes(name, description string) Rule   { return Rule{name, description, false, true} }
func either(name, description string) Rule  { return Rule{name, description, true, true} }
func neither(name, description string) Rule { return Rule{name, description, false, false} }

// all lists the rules, each name before those below it.
var all = []Rule{
	neither(rule.Application, "an application or its assignment changes"),
	gives(rule.ApplicationAssign, "a client is assigned an application"),
	neither(rule.ApplicationCreate, "an application is created"),
	takes(rule.ApplicationDelete, "an application is deleted"),
	neither(rule.ApplicationRename, "an application gets another name"),
	takes(rule.ApplicationUnassign, "a client loses an application, and all its users with it"),
	either(rule.ApplicationURL, "an application gets another URL, where its users log in"),
	neither(rule.Client, "a client changes"),
	neither(rule.ClientCreate, "a client is created"),
	takes(rule.ClientDelete, "a client is deleted, with everything in it"),
	takes(rule.ClientShared, "a client that changes has several provider configurations"),
	either(rule.ClientPolicy, "a policy of a client changes: requirements for passwords, certificates or names"),
	neither(rule.Cosmetic, "a change without an effect on access"),
	neither(rule.CosmeticAddress, "an object gets another address in the configuration"),
	neither(rule.CosmeticAttribute, "an attribute without an effect changes, such as a name"),
	neither(rule.CosmeticOutput, "an output changes"),
	neither(rule.CosmeticRegrant, "a grant or a role of an enterprise role changes, and no user gains or loses access"),
	either(rule.Credential, "a credential is created, rotated, enabled, disabled, deleted or gets another policy"),
	neither(rule.Drift, "something was changed outside Terraform"),
	neither(rule.Fails, "the plan is certain to fail at a change, or to undo it"),
	either(rule.FailsShared, "two of several plans manage the same object"),
	neither(rule.Forget, "an object stays, and Terraform no longer manages it"),
	gives(rule.Gain, "a user gains access"),
	gives(rule.GainAgain, "an expired grant, profile, user or unit is valid again"),
	gives(rule.GainDormant, "a grant without an effect today is created, opened or extended, for example of a disabled user"),
	gives(rule.GainEnterpriseRole, "a user gains an enterprise role"),
	gives(rule.GainExtended, "a role is valid longer, earlier, in another unit, or without limiting properties"),
	gives(rule.GainGlobal, "a grant is or becomes global"),
	gives(rule.GainRole, "a user gains a role or an enterprise role"),
	either(rule.GainUnknown, "the role, the holder or the data rooms of a grant are known only after the apply"),
	gives(rule.GainUnlimited, "a grant, profile, user or unit loses its end"),
	neither(rule.Import, "an object is imported"),
	neither(rule.ImportAdopt, "an imported or adopted object changes"),
	neither(rule.Incomplete, "the plan does not show everything"),
	neither(rule.IncompleteCheck, "a check of the configuration failed or could not run"),
	either(rule.IncompleteErrored, "planning failed"),
	either(rule.IncompleteUnreadable, "something in the plan is not understood, or not visible"),
	neither(rule.IncompletePartial, "the plan covers only a part, such as with -target, or the facts are older than the state"),
	either(rule.IncompleteUnlisted, "what was reviewed lacks a part of the apply: it is JSON or encrypted, or has no lock file"),
	gives(rule.IncompleteUnproven, "the facts do not prove that a change gives no access"),
	either(rule.Login, "a login ID, mail address or telephone changes: its holder can log in as the user"),
	takes(rule.Loss, "the plan may take access from a user"),
	takes(rule.LossMany, "many people lose access, or are deleted or archived: more than --max-losses"),
	takes(rule.LossNarrowed, "a role loses a global data room or a unit"),
	takes(rule.LossRole, "a user loses a role or an enterprise role"),
	takes(rule.LossShortened, "a grant ends earlier, or begins later"),
	either(rule.Outside, "something outside this provider takes part in the apply"),
	either(rule.OutsideAction, "an action is invoked during the apply, or by a later one"),
	either(rule.OutsideBackend, "the state is stored in a backend that --allow-backend does not name"),
	either(rule.OutsideProvider, "a provider that --allow-provider does not name runs its code with the logins of the apply"),
	either(rule.OutsideProvisioner, "a provisioner runs a program with the rights of the apply; the plan does not show what it does"),
	either(rule.OutsideRead, "a data source is read only during the apply, so that the plan does not show what follows from it"),
	either(rule.OutsideResource, "a resource of another provider changes"),
	neither(rule.Profile, "a profile changes"),
	gives(rule.ProfileCreate, "a user gets a profile"),
	either(rule.ProfileDefault, "a user logs in with another profile"),
	takes(rule.ProfileDelete, "a profile is deleted or replaced, with its grants"),
	takes(rule.ProfileDisable, "a profile is disabled or archived"),
	gives(rule.ProfileEnable, "a profile is enabled, with its grants"),
	gives(rule.ProfileExtend, "the validity of a profile ends later, or begins earlier"),
	either(rule.ProfileMove, "a profile is moved to another unit"),
	takes(rule.ProfileShorten, "the validity of a profile ends earlier, or begins later"),
	either(rule.Property, "properties change; their effect in applications is unknown"),
	neither(rule.PropertyCreate, "a property is defined"),
	either(rule.PropertyDelete, "a definition is deleted, with all values; values may limit grants"),
	either(rule.PropertyValues, "values of a property, which may limit grants, are deleted on all objects"),
	neither(rule.Replace, "an object is destroyed and created again"),
	neither(rule.ReplaceInterrupted, "a user may lose access if the apply stops halfway; every replacement breaks this rule"),
	neither(rule.Role, "a role or an enterprise role changes"),
	neither(rule.RoleCreate, "a role is created"),
	takes(rule.RoleDelete, "a role is deleted"),
	neither(rule.RoleMembers, "the roles of an enterprise role change; what its holders gain and lose is listed by person"),
	neither(rule.RoleRename, "a role gets another name"),
	either(rule.Service, "requests may go to another service, or use another login"),
	either(rule.ServiceAddress, "an address, proxy, CA certificate or allow_plain_http is not expected, differs, or is not shown"),
	either(rule.ServiceLogin, "a provider configuration sets a login or headers of its own"),
	takes(rule.Terms, "terms change, so that people may have to accept them"),
	neither(rule.Unit, "a unit changes"),
	neither(rule.UnitCreate, "a unit is created"),
	takes(rule.UnitDelete, "a unit is deleted or replaced"),
	takes(rule.UnitDisable, "a unit is disabled"),
	gives(rule.UnitEnable, "a unit is enabled"),
	gives(rule.UnitExtend, "the validity of a unit ends later, or begins earlier"),
	either(rule.UnitMove, "a unit is moved, with all users in it"),
	neither(rule.UnitRename, "a unit gets another name"),
	takes(rule.UnitShorten, "the validity of a unit ends earlier, or begins later"),
	neither(rule.User, "a user changes"),
	neither(rule.UserCreate, "a user is created"),
	takes(rule.UserDelete, "a user is deleted"),
	takes(rule.UserDisable, "a user is disabled or archived"),
	gives(rule.UserEnable, "a user is enabled, with all grants"),
	gives(rule.UserExtend, "the validity of a user ends later, or begins earlier"),
	takes(rule.UserShorten, "the validity of a user ends earlier, or begins later"),
}

// All returns the rules, each name before those below it.
func All() []Rule { return slices.Clone(all) }

// Presets returns the rules that represent many.
func Presets() []Rule {
	return []Rule{
		neither(PresetAccess, "the plan gives access, or may give it; only a plan that certainly gives none passes"),
		neither(PresetAny, "the plan changes anything"),
	}
}

// Names returns the names of the presets and the rules.
func Names() []string {
	var names []string
	for _, r := range slices.Concat(Presets(), all) {
		names = append(names, r.Name)
	}
	return names
}

// ByName returns a rule or a preset; false for an unknown name.
func ByName(name string) (Rule, bool) {
	r, known := byName[name]
	return r, known
}

var byName = index()

func index() map[string]Rule {
	found := map[string]Rule{}
	for _, r := range slices.Concat(Presets(), all) {
		found[r.Name] = r
	}
	return found
}

// Covers reports whether a name is another one, or above it.
func Covers(name, other string) bool { return other == name || strings.HasPrefix(other, name+".") }
