package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// vary edits one attribute of an object; every value is unique.
func (w *writer) vary(r *rand.Rand, round int) {
	all := w.tenant.Edited()
	e := all[r.IntN(len(all))]
	if r.IntN(6) == 0 {
		e.Values[e.Label] = fmt.Sprintf("%s of the %s in round %d", e.Key, w.name, round)
		return
	}
	name := e.Texts[r.IntN(len(e.Texts))]
	w.tenant.Vary(e, name, fmt.Sprintf("%s in round %d: ", w.name, round), r.IntN(5) == 0)
}

// plan saves a plan and records the values that it is based on and its changes.
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
