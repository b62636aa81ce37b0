# Decides about a review: idmctl review tenant.plan --output json --out review.json
# For conftest: conftest test review.json --policy examples/rego --namespace idm.review
package idm.review

import rego.v1

# A failed rule or a broken invariant of the policy file also fails here.
deny contains message if {
	some rule in input.failed_rules
	some subject in rule.subjects
	message := sprintf("%s: %s (%s)", [rule.rule, subject.text, subject.address])
}

deny contains message if {
	some violation in input.invariants.violations
	not violation.exception
	message := sprintf("invariant %s: %s", [violation.invariant, violation.text])
}

# Rules of your own: on a Friday, the access of at most ten people may change.
deny contains message if {
	time.weekday(time.parse_rfc3339_ns(input.plan.time)) == "Friday"
	input.summary.people > 10
	message := sprintf("%d people are affected, and it is Friday", [input.summary.people])
}

# A grant for all clients needs a second look.
warn contains message if {
	some finding in input.findings
	"client" in finding.change.newly_global
	message := sprintf("%s gets %s for all clients", [finding.change.user.ext_id, finding.change.after.role.ext_id])
}
