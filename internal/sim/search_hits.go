package sim

import (
	"hash/fnv"
	"strings"
)

// namedSearchFields are the searchable fields of every kind except users.
var namedSearchFields = []string{"name", "description", "extid"}

// userPaths maps a searchable field of a user to the attribute of the core API. The letter case
// differs.
var userPaths = map[string]string{
	"extid": "extId", "loginid": "loginId", "name": "name.familyName", "firstname": "name.firstName", "remarks": "remarks",
	"title": "name.title", "telephone": "contacts.telephone", "telefax": "contacts.telefax", "mobile": "contacts.mobile",
	"email": "contacts.email", "uniqueemail": "contacts.email", "state": "userState", "addressline1": "address.addressline1",
	"addressline2": "address.addressline2", "postalcode": "address.postalCode", "city": "address.city",
	"street": "address.street", "housenumber": "address.houseNumber", "dwellingnumber": "address.dwellingNumber",
	"postofficeboxtext": "address.postOfficeBoxText", "locality": "address.locality",
	"modificationcomment": "modificationComment",
}

var userSearchFields = append(keys(userPaths),
	"sex", "created", "modified", "statechangedetail", "clientName", "unit.name", "unit.extid", "unit.location",
	"profile.name", "profile.state", "credential.context", "credential.typeId", "loginInfo.lastLogin")

// timeFields hold times as yyyyMMddHHmmss.
var timeFields = map[string]bool{"created": true, "modified": true, "loginInfo.lastLogin": true}

func indexNamed(_ *call, rec *record) indexed {
	return indexed{
		"name": {rec.text("name")}, "description": {rec.text("description")},
		"extid": {rec.id}, "location": {rec.text("location")},
	}
}

func (c *call) indexUser(rec *record) indexed {
	out := indexed{
		"sex":                 {sexLetter(rec.text("sex"))},
		"created":             {digits(rec.text("created"))},
		"modified":            {digits(rec.text("lastModified"))},
		"loginInfo.lastLogin": {digits(rec.text("lastSuccessfulLoginDate"))},
	}
	for field, path := range userPaths {
		out[field] = []string{formatParam(attribute(rec.doc, path))}
	}
	client := rec.text("clientExtId")
	out["clientName"] = []string{c.get("clients", client).text("name")}
	for _, profile := range c.list("profiles", "user", client, rec.id) {
		out.add("profile.name", profile.text("name"))
		out.add("profile.state", profile.text("profileState"))
		if unit := c.get("units", client, profile.text("unitExtId")); unit != nil {
			out.add("unit.name", unit.text("name"))
			out.add("unit.extid", unit.id)
			out.add("unit.location", unit.text("location"))
		}
	}
	for _, credential := range c.list("credentials", "user", client, rec.id) {
		out.add("credential.context", credential.text("context"))
		out.add("credential.typeId", credential.text("type"))
		out.add("statechangedetail", credential.text("stateChangeDetail"))
	}
	return out
}

func (o indexed) add(field, value string) { o[field] = append(o[field], value) }

// sexLetter shortens male, female and other to the letter in hits.
func sexLetter(sex string) string {
	if sex == "" {
		return ""
	}
	return strings.ToUpper(sex[:1])
}

// userHit returns a user in the format of the index: flat, with names in another letter case, and
// with "" for absent values.
func (c *call) userHit(rec *record) doc {
	client := c.get("clients", rec.text("clientExtId"))
	inner := clientHit(c, client)
	inner["_internalId"] = internalID("clients", client)
	out := doc{
		"id": client.id + "-" + rec.id, "extid": rec.id, "dtoType": "USER", "client": inner,
		"isTechnicalUser": rec.flag("isTechnicalUser"), "sex": sexLetter(rec.text("sex")),
		"postOfficeBoxNumber": attribute(rec.doc, "address.postOfficeBoxNumber"),
	}
	for name := range strings.FieldsSeq(`state name firstName title remarks loginId telephone telefax mobile email addressline1 addressline2
		postalcode city modificationComment street houseNumber dwellingNumber postOfficeBoxText locality`) {
		out[name] = formatParam(attribute(rec.doc, userPaths[strings.ToLower(name)]))
	}
	for name, path := range map[string]string{
		"language": "languageCode", "birthdate": "birthDate", "country": "address.countryCode",
		"validFrom": "validity.from", "validTo": "validity.to",
	} {
		out[name] = formatParam(attribute(rec.doc, path))
	}
	return out
}

func clientHit(_ *call, rec *record) doc {
	return doc{
		"id": rec.id, "extid": rec.id, "name": rec.text("name"), "description": rec.text("description"),
		"displayName": rec.doc["displayName"], "dtoType": "CLIENT",
	}
}

// hitOf builds the hits of a kind that the reference does not describe.
func hitOf(kind string) func(*call, *record) doc {
	return func(_ *call, rec *record) doc {
		id := rec.id
		if client := rec.text("clientExtId"); client != "" {
			id = client + "-" + id
		}
		return doc{"id": id, "extid": rec.id, "name": rec.text("name"), "description": rec.text("description"), "dtoType": kind}
	}
}

// internalID returns a stable number for an object.
func internalID(table string, rec *record) int64 {
	h := fnv.New32a()
	h.Write([]byte(key(table, rec.text("clientExtId"), rec.id)))
	return int64(h.Sum32())
}
