package objecttype

// The authoritative types. Each contains all grants or members of one holder.
var (
	ProfileAuthorizations = &Type{
		Name: "profile_authorizations", Title: "profile authorizations", Plural: "profile authorizations", Class: Set,
		Key: Key{"client_ext_id", "profile_ext_id"}, Owner: "profile", Owns: "authorization",
		Refs:  []Ref{{"profile_ext_id", "profile"}, {"authorizations", "role"}},
		Gives: Gives{To: "profile_ext_id", Attr: "authorizations", What: "role"},
		Needs: Needs{
			Read: {"AuthorizationView"}, Create: {"AuthorizationCreate"},
			Update: {"AuthorizationCreate", "AuthorizationDelete", "AuthorizationModify"}, Delete: {"AuthorizationDelete"},
		},
		Export: Export{Order: 190, Word: "grants", File: "authorizations.tf", Key: "authorizations"},
		Drift:  Drift{Rank: AccessRank},
		Docs: Docs{
			Subject: "Grants",
			Destroy: "The authorizations of the last apply are revoked at once. Others stay, with a warning.",
			Warning: authoritative("authorizations of the profile", "authorization", "on the same profile"),
		},
	}
	ProfileEnterpriseAuthorizations = &Type{
		Name: "profile_enterprise_authorizations", Title: "profile enterprise authorizations", Plural: "profile enterprise authorizations",
		Class: Set, Key: Key{"client_ext_id", "profile_ext_id"}, Owner: "profile", Owns: "enterprise_authorization",
		Refs:  []Ref{{"profile_ext_id", "profile"}, {"enterprise_authorizations", "enterprise_role"}},
		Gives: Gives{To: "profile_ext_id", Attr: "enterprise_authorizations", What: "enterprise_role"},
		Needs: Needs{
			Read: {"EnterpriseAuthorizationView|ProfileView"}, Create: {"EnterpriseAuthorizationCreate|ProfileModify"},
			Update: {"EnterpriseAuthorizationCreate|ProfileModify", "EnterpriseAuthorizationDelete", "EnterpriseAuthorizationModify"},
			Delete: {"EnterpriseAuthorizationDelete"},
		},
		Export: Export{Order: 220, Word: "grants", File: "enterprise_authorizations.tf", Key: "enterprise_authorizations"},
		Drift:  Drift{Rank: AccessRank},
		Docs: Docs{
			Subject: "Grants",
			Destroy: "The enterprise authorizations of the last apply are revoked at once. Others stay, with a warning.",
			Warning: authoritative("enterprise authorizations of the profile", "enterprise_authorization", "on the same profile"),
		},
	}
	ClientApplications = &Type{
		Name: "client_applications", Title: "client applications", Plural: "client applications", Class: Set,
		Key: Key{"client_ext_id"}, Owns: "client_application",
		Refs:  []Ref{{"application_ext_ids", "application"}},
		Gives: Gives{To: "client_ext_id", Attr: "application_ext_ids", What: "application"},
		Needs: Needs{
			Read: {"ClientView", "ApplicationView"}, Create: {"ClientApplAssign"}, Update: {"ClientApplAssign"},
			Delete: {"ClientApplAssign"},
		},
		Export: Export{Order: 70, Word: "applications", File: "applications.tf"},
		Drift:  Drift{Rank: AccessRank},
		Docs: Docs{
			Subject: "Applications and roles",
			Destroy: "The applications of the last apply are taken from the client, and all users lose access at once. Others stay, " +
				"with a warning.",
			Warning: authoritative("applications of the client", "client_application", "for the same client"),
		},
	}
	EnterpriseRoleMembers = &Type{
		Name: "enterprise_role_members", Title: "enterprise role members", Plural: "enterprise role members", Class: Set,
		Key: Key{"client_ext_id", "enterprise_role_ext_id"}, Owner: "enterprise_role", Owns: "enterprise_role_member",
		Since: "2.75.2", Instead: chooseMembers,
		Refs:  []Ref{{"enterprise_role_ext_id", "enterprise_role"}, {"role_ext_ids", "role"}},
		Gives: Gives{To: "enterprise_role_ext_id", Attr: "role_ext_ids", What: "role"},
		Needs: Needs{
			Read: {"EnterpriseRoleView"}, Create: {"EnterpriseRoleMemberCreate"},
			Update: {"EnterpriseRoleMemberCreate", "EnterpriseRoleMemberDelete"}, Delete: {"EnterpriseRoleMemberDelete"},
		},
		Export: Export{Order: 100, Word: "enterprise-roles", File: "enterprise_roles.tf", Key: "roles"},
		Drift:  Drift{Rank: AccessRank},
		Docs: Docs{
			Subject: "Applications and roles",
			Destroy: "All holders lose the roles of the last apply at once. Others stay in the enterprise role, with a warning.",
			Warning: authoritative("roles of the enterprise role", "enterprise_role_member", "for the same enterprise role"),
		},
	}
)

var sets = []*Type{ProfileAuthorizations, ProfileEnterpriseAuthorizations, ClientApplications, EnterpriseRoleMembers}

// authoritative returns the warning for the documentation of an authoritative type.
func authoritative(all, single, where string) string {
	return "!> **Authoritative.** Each plan after the creation removes all other " + all + ". Do not use it together with `idm_" + single + "` " + where +
		": each would undo the other."
}
