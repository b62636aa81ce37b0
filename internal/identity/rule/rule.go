// Package rule lists the rules of the review: the reasons to reject a plan. They form a tree, and a
// name covers all names below it, such as unit and unit.move.
package rule

import (
	"slices"
	"strings"
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

// The names of the rules. A change falls under one or more of them.
const (
	Application          = "application"
	ApplicationAssign    = "application.assign"
	ApplicationCreate    = "application.create"
	ApplicationDelete    = "application.delete"
	ApplicationRename    = "application.rename"
	ApplicationUnassign  = "application.unassign"
	ApplicationURL       = "application.url"
	Client               = "client"
	ClientCreate         = "client.create"
	ClientDelete         = "client.delete"
	ClientShared         = "client.shared"
	ClientPolicy         = "client-policy"
	Cosmetic             = "cosmetic"
	CosmeticAddress      = "cosmetic.address"
	CosmeticAttribute    = "cosmetic.attribute"
	CosmeticOutput       = "cosmetic.output"
	CosmeticRegrant      = "cosmetic.regrant"
	Credential           = "credential"
	Drift                = "drift"
	Fails                = "fails"
	FailsShared          = "fails.shared"
	Forget               = "forget"
	Gain                 = "gain"
	GainAgain            = "gain.again"
	GainDormant          = "gain.dormant"
	GainEnterpriseRole   = "gain.enterprise-role"
	GainExtended         = "gain.extended"
	GainGlobal           = "gain.global"
	GainRole             = "gain.role"
	GainUnknown          = "gain.unknown"
	GainUnlimited        = "gain.unlimited"
	Import               = "import"
	ImportAdopt          = "import.adopt"
	Incomplete           = "incomplete"
	IncompleteCheck      = "incomplete.check"
	IncompleteDeferred   = "incomplete.deferred"
	IncompleteErrored    = "incomplete.errored"
	IncompletePartial    = "incomplete.partial"
	IncompleteUnlisted   = "incomplete.unlisted"
	IncompleteUnproven   = "incomplete.unproven"
	IncompleteUnreadable = "incomplete.not-understood"
	Login                = "login"
	Loss                 = "loss"
	LossMany             = "loss.many"
	LossNarrowed         = "loss.narrowed"
	LossRole             = "loss.role"
	LossShortened        = "loss.shortened"
	Outside              = "outside"
	OutsideAction        = "outside.action"
	OutsideBackend       = "outside.backend"
	OutsideProvider      = "outside.provider"
	OutsideProvisioner   = "outside.provisioner"
	OutsideRead          = "outside.read"
	OutsideResource      = "outside.resource"
	Profile              = "profile"
	ProfileCreate        = "profile.create"
	ProfileDefault       = "profile.default"
	ProfileDelete        = "profile.delete"
	ProfileDisable       = "profile.disable"
	ProfileEnable        = "profile.enable"
	ProfileExtend        = "profile.extend"
	ProfileMove          = "profile.move"
	ProfileShorten       = "profile.shorten"
	Property             = "property"
	PropertyCreate       = "property.create"
	PropertyDelete       = "property.delete"
	PropertyValues       = "property.values"
	Replace              = "replace"
	ReplaceInterrupted   = "replace.interrupted"
	Role                 = "role"
	RoleCreate           = "role.create"
	RoleDelete           = "role.delete"
	RoleMembers          = "role.members"
	RoleRename           = "role.rename"
	Service              = "service"
	ServiceAddress       = "service.address"
	ServiceLogin         = "service.login"
	Terms                = "terms"
	Unit                 = "unit"
	UnitCreate           = "unit.create"
	UnitDelete           = "unit.delete"
	UnitDisable          = "unit.disable"
	UnitEnable           = "unit.enable"
	UnitExtend           = "unit.extend"
	UnitMove             = "unit.move"
	UnitRename           = "unit.rename"
	UnitShorten          = "unit.shorten"
	User                 = "user"
	UserCreate           = "user.create"
	UserDelete           = "user.delete"
	UserDisable          = "user.disable"
	UserEnable           = "user.enable"
	UserExtend           = "user.extend"
	UserShorten          = "user.shorten"
)

// gives, takes and either return rules whose matching changes may give access, take it, or both.
func gives(name, description string) Rule   { return Rule{name, description, true, false} }
func takes(name, description string) Rule   { return Rule{name, description, false, true} }
func either(name, description string) Rule  { return Rule{name, description, true, true} }
func neither(name, description string) Rule { return Rule{name, description, false, false} }

// all lists the rules, each name before those below it.
var all = []Rule{
	neither(Application, "an application or its assignment changes"),
	gives(ApplicationAssign, "a client is assigned an application"),
	neither(ApplicationCreate, "an application is created"),
	takes(ApplicationDelete, "an application is deleted"),
	neither(ApplicationRename, "an application gets another name"),
	takes(ApplicationUnassign, "a client loses an application, and all its users with it"),
	either(ApplicationURL, "an application gets another URL, where its users log in"),
	neither(Client, "a client changes"),
	neither(ClientCreate, "a client is created"),
	takes(ClientDelete, "a client is deleted, with everything in it"),
	takes(ClientShared, "a client that changes has several provider configurations"),
	either(ClientPolicy, "a policy of a client changes: requirements for passwords, certificates or names"),
	neither(Cosmetic, "a change without an effect on access"),
	neither(CosmeticAddress, "an object gets another address in the configuration"),
	neither(CosmeticAttribute, "an attribute without an effect changes, such as a name"),
	neither(CosmeticOutput, "an output changes"),
	neither(CosmeticRegrant, "a grant is declared elsewhere or created again"),
	either(Credential, "a credential is created, rotated, enabled, disabled, deleted or gets another policy"),
	neither(Drift, "something was changed outside Terraform"),
	neither(Fails, "the plan is certain to fail at a change, or to undo it"),
	either(FailsShared, "two of several plans manage the same object"),
	neither(Forget, "an object stays, and Terraform no longer manages it"),
	gives(Gain, "a user gains access"),
	gives(GainAgain, "an expired grant, profile, user or unit is valid again"),
	gives(GainDormant, "a grant without an effect today is created, opened or extended, for example of a disabled user"),
	gives(GainEnterpriseRole, "a user gains an enterprise role"),
	gives(GainExtended, "a role is valid longer, earlier, in another unit, or without limiting properties"),
	gives(GainGlobal, "a grant is or becomes global"),
	gives(GainRole, "a user gains a role or an enterprise role"),
	either(GainUnknown, "the role, the holder or the data rooms of a grant are known only after the apply"),
	gives(GainUnlimited, "a grant, profile, user or unit loses its end"),
	neither(Import, "an object is imported"),
	neither(ImportAdopt, "an imported or adopted object changes"),
	neither(Incomplete, "the plan does not show everything"),
	neither(IncompleteCheck, "a check of the configuration failed or could not run"),
	either(IncompleteDeferred, "a change is left to a later plan"),
	either(IncompleteErrored, "planning failed"),
	either(IncompleteUnreadable, "something in the plan is not understood, or not visible"),
	neither(IncompletePartial, "the plan covers only a part, such as with -target, or the facts are older than the state"),
	either(IncompleteUnlisted, "the plan does not list everything that the apply runs: JSON, or no lock file in its folder"),
	gives(IncompleteUnproven, "without facts of the service, a change may give access"),
	either(Login, "a login ID, mail address or telephone changes: its holder can log in as the user"),
	takes(Loss, "the plan may take access from a user"),
	takes(LossMany, "many people lose access, or are deleted or archived: more than --max-losses"),
	takes(LossNarrowed, "a role loses a global data room or a unit"),
	takes(LossRole, "a user loses a role or an enterprise role"),
	takes(LossShortened, "a grant ends earlier, or begins later"),
	either(Outside, "something outside this provider takes part in the apply"),
	either(OutsideAction, "an action is invoked during the apply, or by a later one"),
	either(OutsideBackend, "the state is stored in a backend that --allow-backend does not name"),
	either(OutsideProvider, "the plan uses a provider that --allow-provider does not name"),
	either(OutsideProvisioner, "a provisioner runs"),
	either(OutsideRead, "a data source is read during the apply"),
	either(OutsideResource, "a resource of another provider changes"),
	neither(Profile, "a profile changes"),
	gives(ProfileCreate, "a user gets a profile"),
	either(ProfileDefault, "a user logs in with another profile"),
	takes(ProfileDelete, "a profile is deleted or replaced, with its grants"),
	takes(ProfileDisable, "a profile is disabled or archived"),
	gives(ProfileEnable, "a profile is enabled, with its grants"),
	gives(ProfileExtend, "the validity of a profile ends later, or begins earlier"),
	either(ProfileMove, "a profile is moved to another unit"),
	takes(ProfileShorten, "the validity of a profile ends earlier, or begins later"),
	either(Property, "properties change; their effect in applications is unknown"),
	neither(PropertyCreate, "a property is defined"),
	either(PropertyDelete, "a definition is deleted, with all values; values may limit grants"),
	either(PropertyValues, "values of a property, which may limit grants, are deleted on all objects"),
	neither(Replace, "an object is destroyed and created again"),
	neither(ReplaceInterrupted, "a user may lose access if the apply stops halfway; every replacement breaks this rule"),
	neither(Role, "a role or an enterprise role changes"),
	neither(RoleCreate, "a role is created"),
	takes(RoleDelete, "a role is deleted"),
	neither(RoleMembers, "the roles of an enterprise role change; gain and loss cover its holders"),
	neither(RoleRename, "a role gets another name"),
	either(Service, "requests may go to another service, or use another login"),
	either(ServiceAddress, "an address, proxy, CA certificate or allow_plain_http is not expected, differs, or is not shown"),
	either(ServiceLogin, "a provider configuration sets a login or headers of its own"),
	takes(Terms, "terms change, so that people may have to accept them"),
	neither(Unit, "a unit changes"),
	neither(UnitCreate, "a unit is created"),
	takes(UnitDelete, "a unit is deleted or replaced"),
	takes(UnitDisable, "a unit is disabled"),
	gives(UnitEnable, "a unit is enabled"),
	gives(UnitExtend, "the validity of a unit ends later, or begins earlier"),
	either(UnitMove, "a unit is moved, with all users in it"),
	neither(UnitRename, "a unit gets another name"),
	takes(UnitShorten, "the validity of a unit ends earlier, or begins later"),
	neither(User, "a user changes"),
	neither(UserCreate, "a user is created"),
	takes(UserDelete, "a user is deleted"),
	takes(UserDisable, "a user is disabled or archived"),
	gives(UserEnable, "a user is enabled, with all grants"),
	gives(UserExtend, "the validity of a user ends later, or begins earlier"),
	takes(UserShorten, "the validity of a user ends earlier, or begins later"),
}

// All returns the rules, each name before those below it.
func All() []Rule { return slices.Clone(all) }

// ByName returns a rule; false for an unknown name.
func ByName(name string) (Rule, bool) {
	r, known := byName[name]
	return r, known
}

var byName = index()

func index() map[string]Rule {
	found := map[string]Rule{}
	for _, r := range all {
		found[r.Name] = r
	}
	return found
}

// Covers reports whether a name is another one, or above it.
func Covers(name, other string) bool { return other == name || strings.HasPrefix(other, name+".") }
