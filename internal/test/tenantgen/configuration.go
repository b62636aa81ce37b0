package tenantgen

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Block is a block of a configuration in JSON form.
type Block = map[string]any

// Resource is a resource of a configuration. A reference to another resource is a template,
// ${idm_unit.u1.ext_id}.
type Resource struct {
	Type, Name string
	Arguments  Block
	// Follows is the address of its owner, if the next apply may replace the owner: the service deletes
	// the object with it, so the resource has to be replaced too. It is "" otherwise, because a trigger
	// also replaces the object after a mere change of the owner.
	Follows string
}

// Address returns its address in a configuration.
func (r Resource) Address() string { return r.Type + "." + r.Name }

// grantFlags contains the attributes of the four flags of a grant, and their names in the API.
var grantFlags = [4][2]string{
	{"client_global", "clientGlobal"}, {"unit_global", "unitGlobal"}, {"app_global", "appGlobal"},
	{"enterprise_role_global", "enterpriseRoleGlobal"},
}

// Resources returns the resources that declare the tenant, sorted by address.
func (t *Tenant) Resources() []Resource {
	var all []Resource
	add := func(kind, name string, arguments Block) {
		all = append(all, Resource{Type: kind, Name: name, Arguments: arguments})
	}
	for _, u := range t.Units {
		t.declareUnit(u, add)
	}
	for _, p := range t.Profiles {
		t.declareProfile(p, add)
	}
	for _, a := range t.Applications {
		add("idm_client_application", a, Block{"application_ext_id": a})
	}
	t.declareCatalog(add)
	t.follow(all)
	all = t.collect(all)
	slices.SortFunc(all, func(a, b Resource) int { return strings.Compare(a.Address(), b.Address()) })
	return all
}

// Declares reports whether a resource with an address declares a part of the tenant.
func (t *Tenant) Declares(address string) bool {
	return slices.ContainsFunc(t.Resources(), func(r Resource) bool { return r.Address() == address })
}

// follow finds the owners that the next apply may replace.
func (t *Tenant) follow(all []Resource) {
	replaced := map[string]bool{}
	for _, o := range t.Desired() {
		replaced[o.Address()] = o.Replaced
	}
	for i, r := range all {
		of := objecttype.ByTypeName(r.Type)
		reference, _ := r.Arguments[of.RefTo(of.Owner)].(string)
		if match := templates.FindStringSubmatch(reference); match != nil && replaced[match[1]] {
			all[i].Follows = match[1]
		}
	}
}

// Settled returns the resources without the triggers of a replacement that is done.
func Settled(resources []Resource) []Resource {
	all := slices.Clone(resources)
	for i := range all {
		all[i].Follows = ""
	}
	return all
}

// Render returns a configuration file with the resources. Those to which others refer use
// create_before_destroy, so that they are destroyed only after the others have dropped the reference.
// Those that follow their owner are replaced with it.
func Render(all []Resource) ([]byte, error) {
	resources := map[string]Block{}
	for _, r := range all {
		r.Arguments, _ = literal(r.Arguments).(Block)
		if resources[r.Type] == nil {
			resources[r.Type] = Block{}
		}
		lifecycle := Block{}
		if destroyedLast[r.Type] || r.Type == unknownValues {
			lifecycle["create_before_destroy"] = true
		}
		if r.Follows != "" {
			lifecycle["replace_triggered_by"] = []string{r.Follows}
		}
		if len(lifecycle) > 0 {
			r.Arguments["lifecycle"] = lifecycle
		}
		resources[r.Type][r.Name] = r.Arguments
	}
	return json.MarshalIndent(Block{
		"terraform": Block{"required_providers": Block{"idm": Block{"source": "identity-iac/idm"}}},
		"resource":  resources,
	}, "", " ")
}

// templates matches the references of a configuration; all other texts are literals.
var templates = regexp.MustCompile(`^\$\{([a-z_]+\.[a-z0-9_-]+)\.[a-z_]+(\[.*\])?\}$`)

// literal escapes template sequences in text.
func literal(value any) any {
	switch v := value.(type) {
	case string:
		if templates.MatchString(v) {
			return v
		}
		return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(v)
	case map[string]string:
		members := Block{}
		for name, member := range v {
			members[name] = literal(member)
		}
		return members
	case Block:
		members := Block{}
		for name, member := range v {
			members[name] = literal(member)
		}
		return members
	}
	return value
}

func (t *Tenant) declareUnit(u *unit, add func(kind, name string, arguments Block)) {
	arguments := WithTexts(u.Texts)
	arguments["profileless"] = u.Profileless
	if id := t.extID(objecttype.Unit, u.Key); id != "" {
		arguments["ext_id"] = id
	}
	if u.Parent != nil {
		arguments["parent_unit_ext_id"] = reference("idm_unit", u.Parent.Key)
	}
	add("idm_unit", u.Key, arguments)
	if len(u.Properties) > 0 {
		arguments := propertyArguments(u.Properties)
		arguments["unit_ext_id"] = reference("idm_unit", u.Key)
		add("idm_unit_properties", u.Key, arguments)
	}
}

// sensitiveProperty is the encrypted property of units.
const sensitiveProperty = "secretNote"

// propertyArguments returns the arguments for properties, one of which is sensitive.
func propertyArguments(values map[string]string) Block {
	arguments, open := Block{}, maps.Clone(values)
	if secret := values[sensitiveProperty]; secret != "" {
		delete(open, sensitiveProperty)
		arguments["sensitive_properties"] = map[string]string{sensitiveProperty: secret}
	}
	if len(open) > 0 {
		arguments["properties"] = open
	}
	return arguments
}

func (t *Tenant) declareProfile(p *profile, add func(kind, name string, arguments Block)) {
	arguments := WithTexts(p.Texts)
	arguments["user_ext_id"], arguments["profile_state"], arguments["unit_ext_id"] = t.named(user, p.User), p.State,
		reference("idm_unit", p.Unit.Key)
	if id := t.extID(objecttype.Profile, p.Key); id != "" {
		arguments["ext_id"] = id
	}
	add("idm_profile", p.Key, arguments)
	if len(p.Properties) > 0 {
		add("idm_profile_properties", p.Key,
			Block{"profile_ext_id": reference("idm_profile", p.Key), "properties": maps.Clone(p.Properties)})
	}
	if p.together() {
		t.declareAllGrants(p, add)
		return
	}
	for name, g := range p.Roles {
		arguments := t.grantArguments(g, p, name)
		if t.AssignedGrants {
			delete(arguments, "ext_id")
		}
		arguments["role_ext_id"] = t.named(role, name)
		for i, flag := range grantFlags {
			arguments[flag[0]] = g.Flags[i]
		}
		add("idm_authorization", p.Key+"_"+name, arguments)
		if g.Limit != "" {
			add("idm_authorization_properties", p.Key+"_"+name, Block{"profile_ext_id": arguments["profile_ext_id"],
				"authorization_ext_id": reference("idm_authorization", p.Key+"_"+name),
				"properties":           map[string]string{"limit": g.Limit}})
		}
	}
	for name, g := range p.Enterprise {
		arguments := t.grantArguments(g, p, name)
		arguments["enterprise_role_ext_id"] = t.named(enterpriseRole, name)
		add("idm_enterprise_authorization", p.Key+"_"+name, arguments)
	}
}

// together reports whether the grants of a profile are declared as one authoritative resource.
func (p *profile) together() bool { return p.Roles != nil && (p.Whole || p.Key[len(p.Key)-1]%3 == 0) }

// Together reports whether the grants of a profile are declared as one authoritative resource.
func (t *Tenant) Together(key string) bool {
	return slices.ContainsFunc(t.Profiles, func(p *profile) bool { return p.Key == key && p.together() })
}

func (t *Tenant) declareAllGrants(p *profile, add func(kind, name string, arguments Block)) {
	roles, enterprise := Block{}, Block{}
	for name, g := range p.Roles {
		arguments := Block{"validity": Block{"to": g.to()}}
		for i, flag := range grantFlags {
			arguments[flag[0]] = g.Flags[i]
		}
		roles[t.named(role, name)] = arguments
	}
	for name, g := range p.Enterprise {
		enterprise[t.named(enterpriseRole, name)] = Block{"validity": Block{"to": g.to()}}
	}
	of := reference("idm_profile", p.Key)
	add("idm_profile_authorizations", p.Key, Block{"profile_ext_id": of, "authorizations": roles})
	add("idm_profile_enterprise_authorizations", p.Key, Block{"profile_ext_id": of, "enterprise_authorizations": enterprise})
}

// grantArguments returns the common arguments of both kinds of grants. Every second role is granted
// with a chosen external ID.
func (t *Tenant) grantArguments(g *grant, p *profile, role string) Block {
	arguments := Block{"profile_ext_id": reference("idm_profile", p.Key), "validity": Block{"to": g.to()}}
	if len(role)%2 == 0 && !t.Assigned {
		arguments["ext_id"] = "ext-" + p.Key + "-" + role
	}
	return arguments
}

func (g *grant) to() string { return yearEnd(g.Year) }

func yearEnd(year int) string { return fmt.Sprintf("%d-01-01T00:00:00Z", year) }

// reference returns a reference to the external ID of another object, which is then created first.
func reference(kind, key string) string {
	return fmt.Sprintf("${%s.%s.ext_id}", kind, key)
}

// WithTexts returns arguments with the texts. Names with a dot refer to a key in a map.
func WithTexts(texts map[string]string) Block {
	arguments := Block{}
	for name, value := range texts {
		outer, inner, nested := strings.Cut(name, ".")
		if !nested {
			arguments[name] = value
			continue
		}
		group, ok := arguments[outer].(Block)
		if !ok {
			group = Block{}
			arguments[outer] = group
		}
		group[inner] = value
	}
	return arguments
}

// Imports returns import blocks; ids maps addresses to import IDs.
func Imports(ids map[string]string) ([]byte, error) {
	var blocks []Block
	for to, id := range ids {
		blocks = append(blocks, Block{"to": to, "id": id})
	}
	return json.Marshal(Block{"import": blocks})
}
