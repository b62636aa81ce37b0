package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// Rule is a reason to reject a plan.
type Rule struct {
	Name        string
	Description string
	// gives and takes report that a matching change may give access, or take it away.
	gives, takes bool
	// check returns the subjects that break the rule; if it is nil, the matching findings do.
	check func(*Review) []Subject
	// approvers are the groups whose approval overrides the rule; nil for a rule that cannot be
	// overridden.
	approvers []string
}

// BrokenRule is a rule that the plan breaks.
type BrokenRule struct {
	Rule     string    `json:"rule"`
	Message  string    `json:"message"`
	Subjects []Subject `json:"subjects"`
	// Approvers are the groups whose approval overrides the rule; all of them must approve. It is
	// nil for a rule that cannot be overridden.
	Approvers []string `json:"approvers,omitempty"`
}

// Subject is what breaks a rule.
type Subject struct {
	Text    string `json:"text"`
	Address string `json:"address"`
}

// The names of the rules. A finding matches one or more of them.
const (
	ruleAction          = "action"
	ruleAssign          = "assign-application"
	ruleAttribute       = "change-attribute"
	ruleCredential      = "change-credential"
	ruleLogin           = "change-login"
	ruleMany            = "many-losses"
	ruleMembers         = "change-members"
	rulePolicy          = "change-policy"
	ruleProperties      = "change-properties"
	ruleTerms           = "change-terms"
	ruleURL             = "change-url"
	ruleBackend         = "backend"
	ruleCheck           = "check"
	ruleCreate          = "create-object"
	ruleCreateProfile   = "create-profile"
	ruleCreateUnit      = "create-unit"
	ruleDefaultProfile  = "default-profile"
	ruleDeferred        = "deferred"
	ruleDelete          = "delete-object"
	ruleDeleteProfile   = "delete-profile"
	ruleDeleteUnit      = "delete-unit"
	ruleDeleteValues    = "delete-values"
	ruleDisableProfile  = "disable-profile"
	ruleDisableUnit     = "disable-unit"
	ruleDisableUser     = "disable-user"
	ruleDormant         = "dormant-grant"
	ruleDrift           = "drift"
	ruleEnableProfile   = "enable-profile"
	ruleEnableUnit      = "enable-unit"
	ruleEnableUser      = "enable-user"
	ruleEnterpriseGrant = "enterprise-grant"
	ruleErrored         = "errored"
	ruleExtendGrant     = "extend-grant"
	ruleExtendProfile   = "extend-profile"
	ruleExtendUnit      = "extend-unit"
	ruleExtendUser      = "extend-user"
	ruleFails           = "fails"
	ruleForeign         = "foreign-change"
	ruleForget          = "forget"
	ruleGlobal          = "global-grant"
	ruleGrant           = "grant"
	ruleImport          = "import"
	ruleInterrupted     = "interrupted-loss"
	ruleMoveAddress     = "move-address"
	ruleMoveProfile     = "move-profile"
	ruleMoveUnit        = "move-unit"
	ruleNarrow          = "narrow-grant"
	ruleNotUnderstood   = "not-understood"
	ruleOtherProvider   = "other-provider"
	ruleOutput          = "output"
	rulePartial         = "partial"
	ruleProviderAddress = "provider-address"
	ruleProviderLogin   = "provider-login"
	ruleProvisioner     = "provisioner"
	ruleRead            = "read-during-apply"
	ruleRegrant         = "regrant"
	ruleRename          = "rename-object"
	ruleRenameUnit      = "rename-unit"
	ruleReplace         = "replace"
	ruleRevive          = "revive"
	ruleRevoke          = "revoke"
	ruleShared          = "shared-object"
	ruleSharedClient    = "shared-client"
	ruleShortenGrant    = "shorten-grant"
	ruleShortenProfile  = "shorten-profile"
	ruleShortenUnit     = "shorten-unit"
	ruleShortenUser     = "shorten-user"
	ruleUnassign        = "unassign-application"
	ruleUnknownGrant    = "unknown-grant"
	ruleUnlimited       = "unlimited"
	ruleUnlisted        = "unlisted"
	ruleUnproven        = "unproven"
	presetAccess        = "access"
	presetLoss          = "loss"
	presetAny           = "any"
)

// gain, loss and either return rules whose matching changes may give access, take it, or both.
func gain(name, description string) Rule {
	return Rule{Name: name, Description: description, gives: true}
}

func loss(name, description string) Rule {
	return Rule{Name: name, Description: description, takes: true}
}

func either(name, description string) Rule {
	return Rule{Name: name, Description: description, gives: true, takes: true}
}

func neither(name, description string) Rule { return Rule{Name: name, Description: description} }

// rules lists all rules in alphabetical order.
var rules = []Rule{
	either(ruleAction, "an action is invoked during the apply, or by a later one"),
	gain(ruleAssign, "a client is given an application"),
	neither(ruleAttribute, "an attribute without an effect on access changes, such as a name or a comment"),
	either(ruleBackend, "the state is stored in a backend that --allow-backend does not name"),
	either(ruleCredential,
		"a credential is created, rotated, enabled, disabled, deleted or gets another policy: its holder can log in as the user"),
	either(ruleLogin, "a user's login ID, mail address or telephone changes: its new holder can log in as the user, or get a new "+
		"secret"),
	neither(ruleMembers, "the roles of an enterprise role change; `grant` and `revoke` cover its holders"),
	either(rulePolicy, "a policy of a client changes: requirements for passwords, certificates or names"),
	either(ruleProperties, "properties change; their effect in applications is unknown"),
	loss(ruleTerms, "terms change, so that people may have to accept them"),
	either(ruleURL, "an application gets another URL, where its users log in"),
	neither(ruleCheck, "a check of the configuration failed or could not be made"),
	neither(ruleCreate, "an object is created that gives no access by itself"),
	gain(ruleCreateProfile, "a user gets a profile"),
	neither(ruleCreateUnit, "a unit is created"),
	either(ruleDefaultProfile, "a user logs in with another profile"),
	either(ruleDeferred, "a change is left to a later plan, which is not known yet"),
	loss(ruleDelete, "an object is deleted"),
	loss(ruleDeleteProfile, "a profile is deleted or replaced, and with it all that is granted to it"),
	loss(ruleDeleteUnit, "a unit is removed or replaced"),
	loss(ruleDeleteValues,
		"values of a property are deleted on every object: its definition is removed or replaced, or drops a value"),
	loss(ruleDisableProfile, "a profile is disabled or archived"),
	loss(ruleDisableUnit, "a unit is disabled"),
	loss(ruleDisableUser, "a user is disabled or archived"),
	gain(ruleDormant, "a grant is created or opened that has no effect today, since its user, profile or unit is disabled or expired, "+
		"or its application is not assigned"),
	neither(ruleDrift, "something was changed outside Terraform"),
	gain(ruleEnableProfile, "a profile is enabled, and with it all that is granted to it"),
	gain(ruleEnableUnit, "a unit is enabled"),
	gain(ruleEnableUser, "a user is enabled, and with the user all that is granted to the user's profiles"),
	gain(ruleEnterpriseGrant, "a user gains an enterprise role"),
	either(ruleErrored, "planning failed, so the plan is incomplete"),
	gain(ruleExtendGrant, "a role is valid longer, earlier, in another unit, or without limiting properties"),
	gain(ruleExtendProfile, "a profile is valid longer, or from an earlier moment, and with it all that is granted to it"),
	gain(ruleExtendUnit, "a unit is valid longer, or from an earlier moment"),
	gain(ruleExtendUser, "a user is valid longer, or from an earlier moment, and with the user all that is granted to the user's profiles"),
	neither(ruleFails, "the plan is certain to fail at a change, or to undo it"),
	either(ruleForeign, "a resource of another provider changes; its effect on access is unknown"),
	neither(ruleForget, "an object stays, and Terraform no longer manages it"),
	gain(ruleGlobal, "a grant is or becomes global: for all clients, units, applications or enterprise roles"),
	gain(ruleGrant, "a user gains a role or an enterprise role"),
	neither(ruleImport, "an object is imported"),
	neither(ruleInterrupted, "a user may lose access if the apply stops halfway; every replacement breaks this rule"),
	{Name: ruleMany, takes: true, check: (*Review).manyLosses,
		Description: "many people lose access, or are deleted or archived: more than 10 and more than 5 % of those in the state, or than " +
			"--max-losses"},
	neither(ruleMoveAddress, "an object gets another address in the configuration"),
	either(ruleMoveProfile, "a profile is moved to another unit"),
	either(ruleMoveUnit, "a unit is moved below another one, with all users in it"),
	loss(ruleNarrow, "a role loses a global data room or a unit"),
	either(ruleNotUnderstood, "the plan holds something that this version does not understand, or cannot see"),
	either(ruleOtherProvider, "the plan uses a provider that --allow-provider does not name; it runs with the environment of the apply"),
	neither(ruleOutput, "an output changes"),
	neither(rulePartial, "the plan is incomplete: planning failed, -target, or deferred changes"),
	either(ruleProviderAddress, "the provider's configurations differ in their address or login, or the plan does not show it"),
	either(ruleProviderLogin, "a provider configuration sets a login or headers of its own"),
	either(ruleProvisioner, "a provisioner runs"),
	either(ruleRead, "a data source is read during the apply, so its values are not known yet"),
	neither(ruleRegrant, "a grant is declared elsewhere or created again, without an effect"),
	neither(ruleRename, "an application, role or enterprise role gets another name, which a policy may refer to"),
	neither(ruleRenameUnit, "a unit gets another name"),
	neither(ruleReplace, "an object is destroyed and created again"),
	gain(ruleRevive, "a grant, a profile, a user or a unit that has expired is valid again"),
	loss(ruleRevoke, "a user loses a role or an enterprise role"),
	loss(ruleSharedClient, "a client that changes has several provider configurations, and the provider checks the plan of each one "+
		"separately"),
	either(ruleShared, "two of several plans manage the same object, and each apply would undo the other one"),
	loss(ruleShortenGrant, "a grant ends earlier, or begins later"),
	loss(ruleShortenProfile, "a profile ends earlier, or begins later, and with it all that is granted to it"),
	loss(ruleShortenUnit, "a unit ends earlier, or begins later"),
	loss(ruleShortenUser, "a user is valid for a shorter time"),
	loss(ruleUnassign, "a client loses an application, and all its users with it"),
	either(ruleUnknownGrant, "what is granted, to whom or for which data rooms is known only after the apply"),
	gain(ruleUnlimited, "a grant, profile, user or unit loses its end"),
	either(ruleUnlisted, "the plan does not list everything that the apply runs: JSON, or no lock file in its folder"),
	gain(ruleUnproven, "only the service can show that a change gives no new access, and its facts were not read"),
}

// presets represent many rules at once.
var presets = []Rule{
	{Name: presetAccess, Description: "the plan may give access; only a plan that certainly gives none passes",
		check: (*Review).mayGive},
	{Name: presetLoss, Description: "the plan may take access from a user", check: (*Review).mayTake},
	{Name: presetAny, Description: "the plan changes anything", check: (*Review).anything},
}

// Presets returns the rules that represent many: access, loss and any.
func Presets() []Rule { return slices.Clone(presets) }

// Rules returns the individual rules in alphabetical order, without the presets.
func Rules() []Rule { return slices.Clone(rules) }

// find returns a rule by its name; nil for an unknown name.
func find(all []Rule, name string) *Rule {
	if i := slices.IndexFunc(all, func(r Rule) bool { return r.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// NamedRules returns rules and presets by their names. The error for an unknown name lists the
// existing ones.
func NamedRules(names []string) ([]Rule, error) {
	var found []Rule
	for _, name := range names {
		if strings.TrimSpace(name) == "" {
			return nil, errors.New("--fail-on has an empty rule: give the name of a rule or of a preset, such as access")
		}
		named := find(slices.Concat(presets, rules), strings.TrimSpace(name))
		if named == nil {
			return nil, unknownRule(name)
		}
		found = append(found, *named)
	}
	return found, nil
}

func unknownRule(name string) error {
	var names []string
	for _, r := range slices.Concat(presets, rules) {
		names = append(names, r.Name)
	}
	return fmt.Errorf("--fail-on %s: no such rule. %s",
		name, strings.TrimSpace(suggest.DidYouMean(name, names)+" The rules are "+strings.Join(names, ", ")))
}

// Check compares the review with rules, and records the broken ones.
func (r *Review) Check(rules []Rule) {
	for _, rule := range rules {
		r.RulesChecked = append(r.RulesChecked, rule.Name)
		if subjects := rule.broken(r); len(subjects) > 0 {
			r.FailedRules = append(r.FailedRules, BrokenRule{rule.Name, rule.Description, subjects, rule.approvers})
		}
	}
}

// broken returns the subjects that break the rule.
func (r Rule) broken(review *Review) []Subject {
	if r.check != nil {
		return r.check(review)
	}
	return review.subjects(func(f Finding) bool { return has(f.Rules, r.Name) || has(f.hides, r.Name) || f.anything() })
}

func (r *Review) mayGive() []Subject  { return r.subjects(Finding.gives) }
func (r *Review) mayTake() []Subject  { return r.subjects(Finding.takes) }
func (r *Review) anything() []Subject { return r.subjects(func(Finding) bool { return true }) }

// subjects returns the matching findings.
func (r *Review) subjects(fits func(Finding) bool) []Subject {
	var found []Subject
	for _, f := range r.Findings {
		if fits(f) {
			found = append(found, Subject{Text: f.Text, Address: f.Address})
		}
	}
	return found
}
