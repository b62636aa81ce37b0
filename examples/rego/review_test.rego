package idm.review_test

import rego.v1

import data.idm.review

# Friday.
friday := "2026-11-20T12:00:00Z"

test_failed_rule_is_denied if {
	review.deny == {"gain.role: u-anna gains hr-viewer (idm_authorization.anna)"} with input as {
		"failed_rules": [{"rule": "gain.role", "subjects": [{
			"text": "u-anna gains hr-viewer",
			"address": "idm_authorization.anna",
		}]}],
		"plan": {"time": "2026-11-19T12:00:00Z"},
		"summary": {"people": 11},
	}
}

test_exception_passes if {
	count(review.deny) == 1 with input as {"failed_rules": [], "invariants": {"violations": [
		{"invariant": "duties", "text": "u-anna has both"},
		{"invariant": "duties", "text": "u-ben has both", "exception": "u-ben"},
	]}}
}

test_friday if {
	count(review.deny) == 1 with input as {"failed_rules": [], "plan": {"time": friday}, "summary": {"people": 11}}
	count(review.deny) == 0 with input as {"failed_rules": [], "plan": {"time": friday}, "summary": {"people": 10}}
}

test_global_grant_warns if {
	review.warn == {"u-anna gets hr-viewer for all clients"} with input as {"findings": [{"change": {
		"user": {"ext_id": "u-anna"},
		"newly_global": ["client"],
		"after": {"role": {"ext_id": "hr-viewer"}},
	}}]}
}
