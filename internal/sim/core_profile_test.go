package sim_test

import "testing"

func TestProfile_lifecycle(t *testing.T) { play(t) }

func TestProfile_unit(t *testing.T) { play(t) }

func TestProfile_oneDefault(t *testing.T) { play(t) }

func TestProfile_grants(t *testing.T) { play(t) }

func TestProfile_delete(t *testing.T) { play(t) }
