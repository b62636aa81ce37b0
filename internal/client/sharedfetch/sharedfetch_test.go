package sharedfetch_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/identity-iac/terraform-provider-idm/internal/client/sharedfetch"
)

// source counts fetches. Each fetch waits for a word and returns it; an empty word is a failure.
type source struct {
	answers chan string
	fetches int
	ended   []error
}

var errRefused = errors.New("refused")

func (s *source) fetch(ctx context.Context) (string, error) {
	s.fetches++
	select {
	case answer := <-s.answers:
		if answer == "" {
			return "", errRefused
		}
		return answer, nil
	case <-ctx.Done():
		s.ended = append(s.ended, ctx.Err())
		return "", ctx.Err()
	}
}

// reader is a call of Get in its own goroutine.
type reader struct {
	cancel context.CancelFunc
	value  string
	err    error
	done   bool
}

func read(t *testing.T, v *sharedfetch.Value[string], s *source) *reader {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &reader{cancel: cancel}
	go func() {
		r.value, r.err = v.Get(ctx, s.fetch)
		r.done = true
	}()
	synctest.Wait()
	return r
}

func TestValue_sharedByAllReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v sharedfetch.Value[string]
		s := &source{answers: make(chan string)}
		readers := []*reader{read(t, &v, s), read(t, &v, s), read(t, &v, s)}
		s.answers <- "a"
		synctest.Wait()
		for i, r := range append(readers, read(t, &v, s)) {
			if !r.done || r.value != "a" || r.err != nil {
				t.Errorf("reader %d: %+v", i, r)
			}
		}
		if s.fetches != 1 {
			t.Errorf("%d fetches", s.fetches)
		}
	})
}

func TestValue_cancelledReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v sharedfetch.Value[string]
		s := &source{answers: make(chan string)}
		first, second := read(t, &v, s), read(t, &v, s)

		first.cancel()
		synctest.Wait()
		if !first.done || !errors.Is(first.err, context.Canceled) {
			t.Errorf("the cancelled reader still waits: %+v", first)
		}
		if second.done || len(s.ended) != 0 {
			t.Errorf("the cancelled reader ended the fetch of the other: %+v", second)
		}

		second.cancel()
		third := read(t, &v, s)
		s.answers <- "b"
		synctest.Wait()
		if third.value != "b" || s.fetches != 1 {
			t.Errorf("the reader of a fetch that others no longer wait for: %+v, %d fetches", third, s.fetches)
		}
	})
}

func TestValue_cancelledBefore(t *testing.T) {
	var v sharedfetch.Value[string]
	s := &source{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Get(ctx, s.fetch); !errors.Is(err, context.Canceled) || s.fetches != 0 {
		t.Errorf("%v, %d fetches", err, s.fetches)
	}
}

func TestValue_errorIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v sharedfetch.Value[string]
		s := &source{answers: make(chan string)}
		first, second := read(t, &v, s), read(t, &v, s)
		s.answers <- ""
		synctest.Wait()
		if !errors.Is(first.err, errRefused) || !errors.Is(second.err, errRefused) {
			t.Errorf("%+v, %+v", first, second)
		}
		third := read(t, &v, s)
		s.answers <- "a"
		synctest.Wait()
		if third.value != "a" || third.err != nil || s.fetches != 2 {
			t.Errorf("%+v, %d fetches", third, s.fetches)
		}
	})
}

func TestValue_drop(t *testing.T) {
	var v sharedfetch.Value[string]
	s := &source{answers: make(chan string, 2)}
	s.answers <- "a"
	s.answers <- "b"
	get := func(want string) {
		t.Helper()
		if got, err := v.Get(t.Context(), s.fetch); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	v.Drop(func(string) bool { t.Error("asked about nothing"); return true })
	get("a")
	v.Drop(func(value string) bool { return value != "a" })
	get("a")
	v.Drop(func(value string) bool { return value == "a" })
	get("b")
}

func TestMap(t *testing.T) {
	var (
		m       sharedfetch.Map[string, string]
		mu      sync.Mutex
		fetches = map[string]int{}
		wait    sync.WaitGroup
	)
	for i := range 40 {
		key := []string{"a", "b"}[i%2]
		wait.Go(func() {
			value, err := m.Get(t.Context(), key, func(context.Context) (string, error) {
				mu.Lock()
				defer mu.Unlock()
				fetches[key]++
				return "of " + key, nil
			})
			if err != nil || value != "of "+key {
				t.Errorf("%s: %q, %v", key, value, err)
			}
		})
	}
	wait.Wait()
	if fetches["a"] != 1 || fetches["b"] != 1 {
		t.Errorf("fetches %v", fetches)
	}
}
