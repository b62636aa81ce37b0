package e2e

import (
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	statePassword  = "state-password-4711"
	readerPassword = "reader-password-0815"
)

// postgres is a server for one test: it listens only on a socket in its own folder.
type postgres struct {
	programs, folder string
	as               []string
}

// startPostgres starts a server with the logins idm, which owns everything, and idm_reader, which
// has no permissions yet.
func startPostgres(t *testing.T) *postgres {
	t.Helper()
	//nolint:usetesting // a socket's path may have about a hundred characters, and t.TempDir is closed to the user that the server runs as
	folder, err := os.MkdirTemp("", "idm-pg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	p := &postgres{programs: postgresPrograms(t), folder: folder, as: unprivileged(t, folder)}
	password := filepath.Join(folder, "password")
	if err := os.WriteFile(password, []byte(statePassword), 0o644); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "data")
	p.run(t, "initdb", "--username=idm", "--pwfile="+password, "--auth=scram-sha-256", "--no-sync", "--encoding=UTF8", "--no-locale", data)
	p.run(t, "pg_ctl", "start", "--wait", "--pgdata="+data, "--log="+filepath.Join(folder, "log"),
		"--options=-c listen_addresses='' -c fsync=off -c max_connections=40 -k "+folder)
	t.Cleanup(func() { p.run(t, "pg_ctl", "stop", "--wait", "--mode=immediate", "--pgdata="+data) })
	p.sql(t, "postgres", "--command=CREATE ROLE idm_reader LOGIN PASSWORD '"+readerPassword+"'")
	return p
}

// address returns the connection string of a database for the CLI's pg backend.
func (p *postgres) address(user, password, database string) string {
	query := url.Values{"host": {p.folder}, "sslmode": {"disable"}}
	address := url.URL{Scheme: "postgres", User: url.UserPassword(user, password), Path: "/" + database, RawQuery: query.Encode()}
	return address.String()
}

// sql runs psql as the owner.
func (p *postgres) sql(t *testing.T, database string, arguments ...string) {
	t.Helper()
	arguments = append([]string{"--no-psqlrc", "--set=ON_ERROR_STOP=1", "--dbname=" + p.address("idm", statePassword, database)},
		arguments...)
	if out, err := exec.Command(filepath.Join(p.programs, "psql"), arguments...).CombinedOutput(); err != nil {
		t.Fatalf("psql: %v\n%s", err, out)
	}
}

func (p *postgres) run(t *testing.T, program string, arguments ...string) {
	t.Helper()
	line := append(slices.Clone(p.as), filepath.Join(p.programs, program))
	line = append(line, arguments...)
	command := exec.Command(line[0], line[1:]...)
	command.Dir = p.folder
	// The server outlives pg_ctl and keeps its output open, so reading from a pipe would not end.
	out, err := os.Create(filepath.Join(p.folder, program+".out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	command.Stdout, command.Stderr = out, out
	if err := command.Run(); err != nil {
		printed, _ := os.ReadFile(out.Name())
		t.Fatalf("%s: %v\n%s", program, err, printed)
	}
}

// postgresPrograms returns the folder of initdb and pg_ctl, which is not in Debian's PATH.
func postgresPrograms(t *testing.T) string {
	t.Helper()
	if found, err := exec.LookPath("initdb"); err == nil {
		// The PATH may contain only a link.
		if found, err = filepath.EvalSymlinks(found); err == nil {
			return filepath.Dir(found)
		}
	}
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(installed) == 0 {
		missing(t, "PostgreSQL (initdb and pg_ctl)")
	}
	return filepath.Dir(installed[len(installed)-1])
}

// unprivileged returns the prefix of a command that runs as an unprivileged user, because
// PostgreSQL refuses to run as root.
func unprivileged(t *testing.T, folder string) []string {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(account.Uid)
		gid, _ := strconv.Atoi(account.Gid)
		if err := os.Chown(folder, uid, gid); err != nil {
			t.Fatal(err)
		}
		return []string{"runuser", "-u", name, "--"}
	}
	t.Fatal("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
	return nil
}

// missing skips a test that needs a program on this machine, unless the run requires it.
func missing(t *testing.T, program string) {
	t.Helper()
	if os.Getenv("IDM_POSTGRES_REQUIRED") != "" {
		t.Fatalf("%s is not installed, and IDM_POSTGRES_REQUIRED is set", program)
	}
	t.Skipf("%s is not installed, and the pipelines need it", program)
}

// needs skips a test if one of the programs is missing.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	var absent []string
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			absent = append(absent, program)
		}
	}
	if len(absent) > 0 {
		missing(t, strings.Join(absent, ", "))
	}
}
