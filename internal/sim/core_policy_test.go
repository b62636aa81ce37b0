package sim_test

import "testing"

func TestPolicy_operations(t *testing.T) { play(t) }

func TestPolicy_refused(t *testing.T) { play(t) }
