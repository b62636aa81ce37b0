package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// objectsOfTenPeople is the number of objects that existingSeed creates for ten people.
const objectsOfTenPeople = 66

// exitViolated is the exit code of idmctl policy check when an invariant does not hold.
const exitViolated = 2

const questionHeading = "| question | seconds | CPU seconds | memory, MB |\n|---|--:|--:|--:|\n"

// questionPolicy has one invariant of each kind.
const questionPolicy = `
invariant "exclusive" {
  exclusive = ["role-1", "role-2"]
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
  ends_within = "365d"
}
`

// questions are the commands of idmctl access that are measured, without --snapshot.
var questions = [][]string{
	{"who", "role-1"}, {"who", "function-1"}, {"who", "app-1"}, {"of", "user-1"}, {"explain", "user-1", "role-1"}, {"unit", "top-1"},
	{"all", "--global"}, {"all", "--expiring", "30d"}, {"all", "--expired"}, {"all", "--dormant", "180d"}, {"all", "--output", "csv"},
	{"all", "--output", "html"}, {"check"},
}

// runQuestions measures each question of idmctl access on the snapshot of a generated tenant. It
// prints a line for each question with the time, the CPU time and the peak memory.
func runQuestions(ctx context.Context, args []string) error {
	var s adoptionSettings
	flags := flag.NewFlagSet("access", flag.ContinueOnError)
	flags.StringVar(&s.idmctl, "idmctl", "", "the companion command")
	flags.StringVar(&s.out, "out", "", "folder to work in")
	flags.DurationVar(&s.limit, "limit", 30*time.Minute, "time that one question may take")
	people := flags.Int("n", 10_000, "people of the tenant")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.idmctl == "" || s.out == "" {
		return errors.New("-idmctl and -out are needed; `make bench OF=access` gives them")
	}
	s.objects, s.tops = *people*objectsOfTenPeople/10, 20
	if err := errors.Join(absolute(&s.idmctl), absolute(&s.out), os.MkdirAll(s.out, 0o750)); err != nil {
		return err
	}
	m := &adoption{adoptionSettings: s, seed: filepath.Join(s.out, "snapshot.json"), table: os.Stdout}
	content, err := existingSeed(s.objects, s.tops, token)
	if err != nil {
		return err
	}
	policy := filepath.Join(s.out, "access.hcl")
	if err := errors.Join(os.WriteFile(m.seed, content, 0o600), os.WriteFile(policy, []byte(questionPolicy), 0o600)); err != nil {
		return err
	}
	fmt.Fprintf(m.table, "about %d people, %d objects, %d MB\n\n%s", *people, s.objects, len(content)/1e6, questionHeading)
	for _, question := range questions {
		if err := m.question(ctx, policy, question); err != nil {
			return fmt.Errorf("%v: %w", question, err)
		}
	}
	return nil
}

// question runs a question and prints its measurement. Exit code 2 means that an invariant does not
// hold.
func (m *adoption) question(ctx context.Context, policy string, question []string) error {
	args := append([]string{m.idmctl, "access"}, question...)
	if question[0] == "check" {
		args[1] = "policy"
	}
	args = append(args, "--snapshot", m.seed, "--out", filepath.Join(m.out, "answer"))
	if question[0] == "check" {
		args = append(args, "--policy", policy)
	}
	begin := time.Now()
	state, err := m.run(ctx, m.out, args)
	if stopped, ok := errors.AsType[*exec.ExitError](err); ok && stopped.ExitCode() == exitViolated {
		state, err = stopped.ProcessState, nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(m.table, "| `%s` | %.1f | %.1f | %d |\n", strings.Join(question, " "), time.Since(begin).Seconds(),
		(state.UserTime() + state.SystemTime()).Seconds(), programs.PeakMemory(state)/1e6)
	return nil
}
