package sim_test

import "testing"

func TestLoginInfo_update(t *testing.T) { play(t) }

func TestLoginInfo_refused(t *testing.T) { play(t) }

func TestLoginInfo_extended(t *testing.T) { play(t) }

func TestLoginInfo_bulk(t *testing.T) { play(t) }
