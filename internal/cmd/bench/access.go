package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// questions are the commands that are measured. No invariant of the policy is violated.
var questions = []string{
	"access who role-1", "access who job-1", "access who app-1", "access of person-1", "access explain person-1 role-1",
	"access unit department-1", "access all --global", "access all --expiring 30d", "access all --expired", "access all --dormant 180d",
	"access all --output csv", "access all --output html", "policy check --policy access.hcl",
}

// questionPolicy has one invariant of each kind.
const questionPolicy = `
invariant "exclusive" {
  exclusive = ["role-1", "role-20"]
}
invariant "ceiling" {
  role  = "role-3"
  units = ["hq"]
}
invariant "number" {
  role    = "role-4"
  minimum = 1
  maximum = 1000000
}
invariant "end" {
  role        = "role-5"
  ends_within = "36500d"
}
`

// benchAccess measures questions on the snapshot of a tenant.
func benchAccess(ctx context.Context, b *bench) error {
	snapshot, size, err := b.existing(b.size * objectsOfTenPeople / 10)
	if err = errors.Join(err, os.WriteFile(filepath.Join(b.out, "access.hcl"), []byte(questionPolicy), 0o600)); err != nil {
		return err
	}
	s := &service{column: fmt.Sprintf("%d people, %d MB", b.size, size/1e6), environment: b.environment("")}
	for _, question := range questions {
		command := append([]string{b.idmctl}, strings.Fields(question)...)
		if err := b.step(ctx, s, question, []string{b.out}, append(command, "--snapshot", snapshot, "--out", "answer")...); err != nil {
			return err
		}
	}
	return nil
}
