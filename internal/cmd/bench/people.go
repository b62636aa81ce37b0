package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
)

// peopleForms are the forms in which a company is declared, with a share of its people.
var peopleForms = []struct {
	name, title, configuration string
	share                      int
}{{"for_each", "`for_each`", "chained", 10}, {"tenth", "collections", "people", 10}, {"collections", "collections", "people", 1}}

// peopleSteps are the commands that are measured, in their order: a new company, no change, a joiner,
// and a job with one role less.
var peopleSteps = []struct {
	name string
	args []string
}{
	{"first plan", []string{"plan", "-out=new.plan"}},
	{"apply", []string{"apply", "new.plan"}},
	{"plan without refresh", []string{"plan", "-refresh=false", "-detailed-exitcode"}},
	{"plan", []string{"plan", "-detailed-exitcode"}},
	{"a joiner", []string{"plan", "-refresh=false", "-var=joiners=1"}},
	{"a job with one role less", []string{"plan", "-refresh=false", "-var=roles=5"}},
}

// benchPeople measures a company in three collections: users and profiles with a property and six
// grants each, and 100 units; and next to it a tenth of the company, also in three chained resources
// with for_each, without the properties.
func benchPeople(ctx context.Context, b *bench) error {
	chosen, err := b.choose("for_each", "tenth", "collections")
	if err != nil {
		return err
	}
	for _, form := range peopleForms {
		if !slices.Contains(chosen, form.name) {
			continue
		}
		people := b.size / form.share
		s, err := b.serve(ctx, fmt.Sprintf("%s, %d people", form.title, people), "demo", fmt.Sprintf("TF_VAR_people=%d", people))
		if err != nil {
			return err
		}
		err = b.declares(ctx, s, filepath.Join(b.out, form.name), form.configuration)
		s.Stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// declares measures all steps of a form.
func (b *bench) declares(ctx context.Context, s *service, folder, configuration string) error {
	if err := copyConfiguration(folder, configuration); err != nil {
		return err
	}
	if _, err := b.run(ctx, folder, s.environment, b.cli, "init"); err != nil {
		return err
	}
	for _, step := range peopleSteps {
		if err := b.step(ctx, s, step.name, []string{folder}, append([]string{b.cli}, step.args...)...); err != nil {
			return err
		}
	}
	return nil
}
