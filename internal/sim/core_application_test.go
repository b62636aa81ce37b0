package sim_test

import "testing"

func TestClient_reads(t *testing.T) { play(t) }

func TestClient_applications(t *testing.T) { play(t) }

func TestApplication_lifecycle(t *testing.T) { play(t) }

func TestApplication_deleteCascades(t *testing.T) { play(t) }

func TestRole_lifecycle(t *testing.T) { play(t) }

func TestEnterpriseRole_lifecycle(t *testing.T) { play(t) }
