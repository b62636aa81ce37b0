package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// hidden are attributes that say nothing beside the others.
var hidden = []string{"id", "client_ext_id"}

// object tells a change attribute by attribute.
func object(c plan.Change, names *Directory) Object {
	values := c.After
	if values == nil {
		values = c.Before
	}
	client := values.Text("client_ext_id")
	o := Object{Address: c.Address, Type: c.Type, Action: c.Action}
	switch c.Type {
	case typeUnit:
		o.Object = names.named(Unit, client, values["ext_id"])
	case typeProfile:
		o.Object = names.named(Profile, client, values["ext_id"])
		user := names.named(User, client, values["user_ext_id"])
		o.Of = &user
	case typeUnitProperties:
		o.Object = names.named(Unit, client, values["unit_ext_id"])
	case typeAuthorizationProperties:
		o.Object = Named{ExtID: values.Text("authorization_ext_id")}
		profile := names.named(Profile, client, values["profile_ext_id"])
		o.Of = &profile
	case typeAuthorization, typeEnterpriseAuthorization, typeProfileAuthorizations, typeProfileEnterprise:
		o.Object = names.named(Profile, client, values["profile_ext_id"])
	default:
		o.Object = Named{ExtID: values.Text("id")}
	}
	if o.Object.Address == "" {
		o.Object.Address = c.Address
	}
	if name, known := values.Known("name"); known && o.Object.Name == "" {
		o.Object.Name = name
	}
	o.Attributes = changed(c)
	for i, attribute := range o.Attributes {
		if kind := references[attribute.Name]; kind != "" {
			o.Attributes[i].BeforeName = names.named(kind, client, c.Before[attribute.Name]).Name
			o.Attributes[i].AfterName = names.named(kind, client, c.After[attribute.Name]).Name
		}
	}
	return o
}

// changed are the attributes that a change is told by.
func changed(c plan.Change) []Attribute {
	switch {
	case c.Action == plan.Delete && c.Type == typeUnit:
		// That it goes says it all.
		return nil
	case c.Type == typeProfileAuthorizations:
		return grantAttributes(c.Before.Map("authorizations"), c.After.Map("authorizations"))
	case c.Type == typeProfileEnterprise:
		return grantAttributes(c.Before.Map("enterprise_authorizations"), c.After.Map("enterprise_authorizations"))
	case c.Type == typeUnitProperties, c.Type == typeAuthorizationProperties:
		// Whose the properties are, the object says.
		return slices.DeleteFunc(attributes(c.Before, c.After, ""), func(a Attribute) bool { return strings.HasSuffix(a.Name, "_ext_id") && !strings.Contains(a.Name, ".") })
	}
	return attributes(c.Before, c.After, "")
}

// references are the attributes that hold the external id of something with a name.
var references = map[string]Kind{"unit_ext_id": Unit, "parent_unit_ext_id": Unit, "user_ext_id": User}

// grantAttributes tells of each grant of an authoritative resource what it is, on one line.
func grantAttributes(before, after plan.Values) []Attribute {
	var found []Attribute
	for _, role := range plan.Differ(before, after) {
		found = append(found, Attribute{Name: role, Before: granted(before[role]), After: granted(after[role])})
	}
	return found
}

// granted describes a grant, "" for none.
func granted(value any) string {
	values, isGrant := value.(map[string]any)
	if !isGrant {
		return plan.Text(value)
	}
	grant := grantOf(values)
	text := "granted"
	if len(grant.Global) > 0 {
		text += " for all " + roomNames(grant.Global)
	}
	if grant.From != "" || grant.To != "" {
		text += " " + grant.period()
	}
	return text
}

// attributes lists what differs; of maps, such as properties, each key by itself.
func attributes(before, after plan.Values, prefix string) []Attribute {
	var found []Attribute
	for _, name := range plan.Differ(before, after) {
		if prefix == "" && slices.Contains(hidden, name) {
			continue
		}
		was, becomes := before.Map(name), after.Map(name)
		if nested := before[name] == nil || was != nil; nested && (after[name] == nil || becomes != nil) && (was != nil || becomes != nil) {
			found = append(found, attributes(was, becomes, prefix+name+".")...)
			continue
		}
		attribute := Attribute{Name: prefix + name, Before: plan.Text(before[name]), After: plan.Text(after[name])}
		if attribute.Before != attribute.After || attribute.Before != "" {
			found = append(found, attribute)
		}
	}
	return found
}

// applications compares what each client has before and after, whichever resource says so.
func applications(p *plan.Plan, names *Directory) []Application {
	type key struct{ client, id string }
	before, after := map[key]string{}, map[key]string{}
	enter := func(into map[key]string, c plan.Change, values plan.Values) {
		client := values.Text("client_ext_id")
		switch c.Type {
		case typeApplication:
			if values["application_ext_id"] != nil {
				into[key{client, values.Text("application_ext_id")}] = c.Address
			}
		case typeApplications:
			ids, known := values["application_ext_ids"].([]any)
			if !known && values["application_ext_ids"] != nil {
				// Nobody knows which they will be: those of before are not said to go.
				ids, _ = c.Before["application_ext_ids"].([]any)
				ids = append(slices.Clone(ids), plan.Unknown{})
			}
			for _, id := range ids {
				into[key{client, plan.Text(id)}] = c.Address
			}
		}
	}
	application := func(client, id string) Named {
		if id == (plan.Unknown{}).String() {
			return Named{KnownAfterApply: true}
		}
		return names.named(App, client, id)
	}
	for _, c := range p.Changes {
		enter(before, c, c.Before)
		if c.Action == plan.Forget {
			enter(after, c, c.Before)
		} else {
			enter(after, c, c.After)
		}
	}
	found := []Application{}
	for at, address := range before {
		if _, stays := after[at]; !stays {
			found = append(found, Application{Application: application(at.client, at.id), Client: at.client, Address: address})
		}
	}
	for at, address := range after {
		if _, was := before[at]; !was {
			found = append(found, Application{Application: application(at.client, at.id), Client: at.client, Assigned: true, Address: address})
		}
	}
	slices.SortFunc(found, func(a, b Application) int {
		return strings.Compare(a.Client+"/"+a.Application.ExtID, b.Client+"/"+b.Application.ExtID)
	})
	return found
}
