package recertify

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// Merge writes decisions to the files of the layout data in a folder and in its direct subfolders,
// as exceptions of the people concerned, and returns the changed files by name. rest are the
// decisions about grants that no file declares.
func Merge(folder string, decisions []Decision) (edited map[string][]byte, rest []Decision, err error) {
	roots, err := roots(folder)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range decisions {
		if d.Verdict == Keep {
			continue
		}
		found, err := apply(roots, d)
		if err != nil {
			return nil, nil, err
		}
		if !found {
			rest = append(rest, d)
		}
	}
	edited = map[string][]byte{}
	for _, f := range roots {
		name := filepath.Join(f.Folder, datafiles.ExceptionsFile)
		text, err := f.ExceptionsText()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.Folder, err)
		}
		if text != f.Texts[datafiles.ExceptionsFile] {
			edited[name] = []byte(text)
		}
	}
	return edited, rest, nil
}

// roots returns the folders with the layout data.
func roots(folder string) ([]*datafiles.Files, error) {
	below := input.Find(folder, "*/"+datafiles.PeopleFile)
	var all []*datafiles.Files
	for _, file := range append([]string{filepath.Join(folder, datafiles.PeopleFile)}, below...) {
		if !datafiles.Exist(filepath.Dir(file)) {
			continue
		}
		f, err := datafiles.Read(filepath.Dir(file))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Dir(file), err)
		}
		all = append(all, f)
	}
	return all, nil
}

// apply records a decision at its grant, and reports whether a file declares the grant.
func apply(roots []*datafiles.Files, d Decision) (bool, error) {
	role := datafiles.Role{Enterprise: d.Kind == access.EnterpriseGrant, ExtID: d.What}
	for _, f := range roots {
		function, known := f.ByProfile(d.Profile)
		if _, has := f.Grants(function)[role]; !known || !has || !ofClient(f.Folder, d.Client) {
			continue
		}
		if d.Verdict == Revoke {
			return true, f.Revoke(function, role)
		}
		f.Limit(function, role, d.Last)
		return true, nil
	}
	return false, nil
}

// clientSetting matches the client of a provider block.
var clientSetting = regexp.MustCompile(`(?m)^\s*client_ext_id\s*=\s*"([^"]*)"`)

// ofClient reports whether the files of a folder belong to a client.
func ofClient(folder, client string) bool {
	content, err := os.ReadFile(filepath.Join(folder, "provider.tf"))
	found := clientSetting.FindSubmatch(content)
	return err != nil || found == nil || string(found[1]) == client
}
