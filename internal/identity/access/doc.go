// Package access computes the access of users: the roles that each user has, through which path,
// until when, and why a grant has no effect. It is pure: it does no I/O, does not depend on
// Terraform, and takes the time as an argument.
//
// A [Tenant] is a set of facts about objects, each with an identity. A fact may have several
// possible values, and whole lists may be unread. [Tenant.View] derives the holdings: a user, a
// role and the path between them. Each holding has the times at which the user may have the role
// (some combination of the possible values allows it) and must have it (every combination does).
// Possible access is never underestimated, and certain access never overestimated.
//
// [Apply] applies a plan to a tenant by identity, following the rules of the service. [Compare]
// returns the net difference of two tenants by person.
package access
