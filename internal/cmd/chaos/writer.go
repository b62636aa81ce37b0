package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// take reads what the service has, as an editor does at the start.
func (t *tenant) take(now map[cell]string) {
	of := func(object string, names []string) map[string]string {
		values := map[string]string{}
		for _, name := range names {
			values[name] = now[cell{object, apiName(name)}]
		}
		return present(values)
	}
	for _, u := range t.Units {
		u.Texts = of("units/ext-"+u.Key, append([]string{"name"}, unitTexts...))
	}
	for _, p := range t.Profiles {
		p.Texts = of("profiles/ext-"+p.Key, append([]string{"name"}, profileTexts...))
	}
}

// vary edits one attribute of an object; every value is written once.
func (w *writer) vary(r *rand.Rand, round int) {
	n := r.IntN(len(w.tenant.Units) + len(w.tenant.Profiles))
	var key string
	var texts map[string]string
	names := profileTexts
	if n < len(w.tenant.Units) {
		key, texts = w.tenant.Units[n].Key, w.tenant.Units[n].Texts
		names = unitTexts
	} else {
		p := w.tenant.Profiles[n-len(w.tenant.Units)]
		key, texts = p.Key, p.Texts
	}
	if r.IntN(6) == 0 {
		texts["name"] = fmt.Sprintf("%s of the %s in round %d", key, w.name, round)
		return
	}
	name := names[r.IntN(len(names))]
	if r.IntN(5) == 0 {
		delete(texts, name)
		return
	}
	texts[name] = newKey(w.tenant, fmt.Sprintf("%s in round %d: ", w.name, round))
}

// plan saves a plan, and notes what it has read and what it changes.
func (w *writer) plan(ctx context.Context, h *history) error {
	if err := w.work.configure(w.tenant); err != nil {
		return err
	}
	o, err := w.work.run(ctx, "plan", "-json", "-out=writer.tfplan")
	if err != nil || o.exit != 0 {
		return errors.Join(err, errors.New(o.text()))
	}
	shown, err := w.work.run(ctx, "show", "-json", "writer.tfplan")
	if err != nil {
		return err
	}
	if w.read, w.edits, w.addresses, err = plannedCells(shown.document); err != nil {
		return err
	}
	h.planned(w.name, w.read)
	return nil
}
