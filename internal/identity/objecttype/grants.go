package objecttype

// The types whose objects grant one thing to one holder.
var (
	Authorization = &Type{
		Name: "authorization", Title: "authorization", Plural: "authorizations", Class: Grant,
		Key: Key{"client_ext_id", "profile_ext_id", "ext_id"}, Collection: "authorizations", Owner: "profile", Versioned: true,
		Fixed: []string{"role_ext_id"}, Unique: Unique{Attr: "role_ext_id", Where: "among the authorizations of a profile"},
		Refs:  []Ref{{"profile_ext_id", "profile"}, {"role_ext_id", "role"}},
		Gives: Gives{To: "profile_ext_id", Attr: "role_ext_id", What: "role"}, Contains: "its properties",
		Needs: Needs{
			Read: {"AuthorizationView"}, Create: {"AuthorizationCreate"}, Update: {"AuthorizationModify"}, Delete: {"AuthorizationDelete"},
		},
		Export: Export{Order: 180, Word: "grants", File: "authorizations.tf", Key: "authorizations"},
		Drift:  Drift{Rank: AccessRank, Count: 3, Always: true},
		Docs: Docs{
			Subject: "Grants",
			Destroy: "The profile loses the role at once, and the authorization's properties go with it. The role and the profile stay; " +
				"roles that come through an enterprise role stay too.",
		},
	}
	EnterpriseAuthorization = &Type{
		Name: "enterprise_authorization", Title: "enterprise authorization", Plural: "enterprise authorizations", Class: Grant,
		Key: Key{"client_ext_id", "profile_ext_id", "ext_id"}, Collection: "eauthorizations", Owner: "profile", Versioned: true,
		Fixed:  []string{"enterprise_role_ext_id"},
		Unique: Unique{Attr: "enterprise_role_ext_id", Where: "among the enterprise authorizations of a profile"},
		Refs:   []Ref{{"profile_ext_id", "profile"}, {"enterprise_role_ext_id", "enterprise_role"}},
		Gives:  Gives{To: "profile_ext_id", Attr: "enterprise_role_ext_id", What: "enterprise_role"},
		Needs: Needs{
			Read: {"EnterpriseAuthorizationView|ProfileView"}, Create: {"EnterpriseAuthorizationCreate|ProfileModify"},
			Update: {"EnterpriseAuthorizationModify"}, Delete: {"EnterpriseAuthorizationDelete"},
		},
		Export: Export{Order: 210, Word: "grants", File: "enterprise_authorizations.tf", Key: "enterprise_authorizations"},
		Drift:  Drift{Rank: AccessRank, Count: 4, Always: true},
		Docs: Docs{
			Subject: "Grants",
			Destroy: "The profile loses the enterprise role and all roles that it had through it at once. The enterprise role and the " +
				"profile stay.",
		},
	}
	ClientApplication = &Type{
		Name: "client_application", Title: "client application", Plural: "client applications", Class: Grant,
		Key:    Key{"client_ext_id", "application_ext_id"},
		Refs:   []Ref{{"application_ext_id", "application"}},
		Gives:  Gives{To: "client_ext_id", Attr: "application_ext_id", What: "application"},
		Needs:  Needs{Read: {"ClientView", "ApplicationView"}, Create: {"ClientApplAssign"}, Delete: {"ClientApplAssign"}},
		Export: Export{Order: 60, Word: "applications", File: "applications.tf"},
		Drift:  Drift{Rank: AccessRank, Count: 5, Always: true},
		Docs: Docs{
			Subject: "Applications and roles",
			Destroy: "All users of the client lose access to the application at once. The application, its roles and their grants stay.",
		},
	}
	EnterpriseRoleMember = &Type{
		Name: "enterprise_role_member", Title: "enterprise role member", Plural: "roles of enterprise roles", Class: Grant,
		Key: Key{"client_ext_id", "enterprise_role_ext_id", "role_ext_id"}, Owner: "enterprise_role",
		Since: "2.75.2", Instead: chooseMembers,
		Refs:  []Ref{{"enterprise_role_ext_id", "enterprise_role"}, {"role_ext_id", "role"}},
		Gives: Gives{To: "enterprise_role_ext_id", Attr: "role_ext_id", What: "role"},
		Needs: Needs{
			Read: {"EnterpriseRoleView"}, Create: {"EnterpriseRoleMemberCreate"}, Delete: {"EnterpriseRoleMemberDelete"},
		},
		Drift: Drift{Rank: AccessRank, Count: 10, Always: true},
		Docs: Docs{
			Subject: "Applications and roles",
			Destroy: "All holders of the enterprise role lose the role at once. The role and the enterprise role remain.",
		},
	}
)

const chooseMembers = "Until then, choose the roles of an enterprise role outside Terraform."

var grants = []*Type{Authorization, EnterpriseAuthorization, ClientApplication, EnterpriseRoleMember}
