// Package access answers who has what, through which path, until when, and why a grant has no
// effect. It is pure: no I/O, nothing of Terraform, and the time is an argument.
//
// A [Tenant] is a set of facts about objects, each with an identity. A fact may have several
// possible values, and whole lists may be unread. [Tenant.View] derives the holdings: a user, a
// role and the path between them. Each holding has the times at which the user may have the role
// (some combination of the possible values allows it) and must have it (every combination does).
// What a user may have is never too small, and what a user must have is never too large.
//
// [Apply] applies a plan to a tenant by identity, with the rules of the service. [Compare] reports
// the net difference of two tenants by person.
package access
