package sim_test

import "testing"

const loginInfo, bulkLoginInfo = "POST acme/users/u-anna/login-info", "POST acme/users/u-anna/bulk-login-info"

func TestLoginInfo_update(t *testing.T) { play(t) }

func TestLoginInfo_refused(t *testing.T) { play(t) }

func TestLoginInfo_extended(t *testing.T) { play(t) }

func TestLoginInfo_bulk(t *testing.T) { play(t) }
