// Package release tests that the output of GoReleaser can be published and installed: the rules of
// the registries, the contents of each archive, both kinds of mirrors with both CLIs, and
// reproducible builds.
package release

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var (
	dist    = flag.String("dist", "", "folder that GoReleaser wrote")
	version = flag.String("version", "", "version of the release")
	whole   = flag.Bool("whole", false, "the folder holds every platform, not only this one")
)

// platforms lists the platforms that both Terraform or OpenTofu and Go support.
var platforms = []string{
	"darwin_amd64", "darwin_arm64", "freebsd_386", "freebsd_amd64", "freebsd_arm", "freebsd_arm64",
	"linux_386", "linux_amd64", "linux_arm", "linux_arm64", "windows_386", "windows_amd64", "windows_arm64",
}

func wanted() []string {
	if *whole {
		return platforms
	}
	return []string{runtime.GOOS + "_" + runtime.GOARCH}
}

func provider(platform string) string {
	return "terraform-provider-idm_" + *version + "_" + platform + ".zip"
}

func companion(platform string) string {
	if strings.HasPrefix(platform, "windows_") {
		return "idmctl_" + *version + "_" + platform + ".zip"
	}
	return "idmctl_" + *version + "_" + platform + ".tar.gz"
}

func TestMain(m *testing.M) {
	flag.Parse()
	if *dist == "" || *version == "" {
		panic("-dist and -version are needed; `make snapshot` gives them")
	}
	os.Exit(m.Run())
}

// sums reads the file of checksums into a map from name to SHA-256.
func sums(t *testing.T, folder string) map[string]string {
	t.Helper()
	file, err := os.Open(filepath.Join(folder, "terraform-provider-idm_"+*version+"_SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		sum, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok {
			t.Fatalf("not a line of checksums: %q", lines.Text())
		}
		found[name] = sum
	}
	return found
}

// The registries read the checksums first, and reject a release with file names that they cannot
// parse.
func TestChecksums(t *testing.T) {
	found := sums(t, *dist)
	for _, platform := range wanted() {
		for _, name := range []string{provider(platform), companion(platform)} {
			if found[name] == "" {
				t.Errorf("no checksum of %s", name)
			}
		}
		for _, program := range []string{"terraform-provider-idm", "idmctl"} {
			if name := program + "_" + *version + "_" + platform + ".cdx.json"; found[name] == "" {
				t.Errorf("no bill of materials %s", name)
			}
		}
	}
	registryName := regexp.MustCompile(`^terraform-provider-idm_\d+\.\d+\.\d+_[a-z0-9]+_[a-z0-9]+\.zip$`)
	archives := slices.DeleteFunc(slices.Collect(maps.Keys(found)), func(name string) bool {
		return !strings.HasPrefix(name, "terraform-provider-idm_") || !strings.HasSuffix(name, ".zip")
	})
	if len(archives) != len(wanted()) {
		t.Errorf("archives of the provider: %v", archives)
	}
	for _, name := range archives {
		if !registryName.MatchString(name) {
			t.Errorf("the registries cannot read the name %s", name)
		}
	}
	manifest := "terraform-provider-idm_" + *version + "_manifest.json"
	if found[manifest] == "" {
		t.Errorf("no checksum of %s", manifest)
	}
	for name, want := range found {
		path := filepath.Join(*dist, name)
		if name == manifest {
			path = "../../terraform-registry-manifest.json"
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s has another checksum", name)
		}
	}
}

func TestManifest(t *testing.T) {
	content, err := os.ReadFile("../../terraform-registry-manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Version  int `json:"version"`
		Metadata struct {
			ProtocolVersions []string `json:"protocol_versions"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(content, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Version != 1 || !slices.Equal(manifest.Metadata.ProtocolVersions, []string{"6.0"}) {
		t.Errorf("manifest: %+v", manifest)
	}
}

// An archive of the provider contains one program with the name that the CLIs expect.
func TestArchives(t *testing.T) {
	for _, platform := range wanted() {
		ext := ""
		if strings.HasPrefix(platform, "windows_") {
			ext = ".exe"
		}
		same(t, provider(platform), names(t, filepath.Join(*dist, provider(platform))),
			"CHANGELOG.md", "LICENSE", "README.md", "terraform-provider-idm_v"+*version+ext)
		inside := names(t, filepath.Join(*dist, companion(platform)))
		for _, want := range []string{"LICENSE", "idmctl" + ext,
			"completions/idmctl.bash", "completions/idmctl.zsh", "completions/idmctl.fish", "completions/idmctl.ps1"} {
			if !slices.Contains(inside, want) {
				t.Errorf("%s lacks %s: %v", companion(platform), want, inside)
			}
		}
	}
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, wanted %v", what, got, want)
	}
}

// names lists the files of an archive, sorted.
func names(t *testing.T, path string) []string {
	t.Helper()
	var found []string
	unpack(t, path, func(name string, _ io.Reader) { found = append(found, name) })
	slices.Sort(found)
	return found
}

// unpack calls file for each file in an archive.
func unpack(t *testing.T, path string, file func(name string, content io.Reader)) {
	t.Helper()
	if strings.HasSuffix(path, ".zip") {
		archive, err := zip.OpenReader(path)
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		for _, f := range archive.File {
			content, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			file(f.Name, content)
			content.Close()
		}
		return
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(plain); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		file(header.Name, archive)
	}
}

// The packages of idmctl install its manual and its completions in the places of Debian.
func TestPackages(t *testing.T) {
	architectures := map[string]string{"386": "i386", "amd64": "x86_64", "arm": "armv6hl", "arm64": "aarch64"}
	for _, platform := range wanted() {
		system, architecture, _ := strings.Cut(platform, "_")
		if system != "linux" {
			continue
		}
		debian := map[string]string{"386": "i386", "arm": "armhf"}
		deb := "idmctl_" + *version + "_" + architecture + ".deb"
		if other := debian[architecture]; other != "" {
			deb = "idmctl_" + *version + "_" + other + ".deb"
		}
		rpm := "idmctl-" + *version + "-1." + architectures[architecture] + ".rpm"
		for _, name := range []string{deb, rpm} {
			if _, err := os.Stat(filepath.Join(*dist, name)); err != nil {
				t.Error(err)
			}
		}
		tool, err := exec.LookPath("dpkg-deb")
		if err != nil {
			t.Log("the content of the package is not looked at: there is no dpkg-deb here")
			continue
		}
		listed, err := exec.CommandContext(t.Context(), tool, "--contents", filepath.Join(*dist, deb)).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, listed)
		}
		for _, path := range []string{"./usr/bin/idmctl\n", "./usr/share/man/man1/idmctl-review.1",
			"./usr/share/bash-completion/completions/idmctl\n"} {
			if !strings.Contains(string(listed), path) {
				t.Errorf("%s lacks %s:\n%s", deb, path, listed)
			}
		}
	}
}

// A bill of materials contains the checksum of the binary and every module in it.
func TestBills(t *testing.T) {
	for _, platform := range wanted() {
		content, err := os.ReadFile(filepath.Join(*dist, "terraform-provider-idm_"+*version+"_"+platform+".cdx.json"))
		if err != nil {
			t.Fatal(err)
		}
		var bill struct {
			Metadata struct {
				Component struct {
					Hashes []struct{ Content string } `json:"hashes"`
				} `json:"component"`
			} `json:"metadata"`
			Components []struct {
				Name string `json:"name"`
			} `json:"components"`
		}
		if err := json.Unmarshal(content, &bill); err != nil {
			t.Fatal(err)
		}
		var sum string
		unpack(t, filepath.Join(*dist, provider(platform)), func(name string, content io.Reader) {
			if strings.HasPrefix(name, "terraform-provider-idm_v") {
				hash := sha256.New()
				if _, err := io.Copy(hash, content); err != nil {
					t.Fatal(err)
				}
				sum = hex.EncodeToString(hash.Sum(nil))
			}
		})
		if hashes := bill.Metadata.Component.Hashes; len(hashes) != 1 || hashes[0].Content != sum {
			t.Errorf("%s: the bill is about %+v, the binary is %s", platform, hashes, sum)
		}
		modules := map[string]bool{}
		for _, c := range bill.Components {
			modules[c.Name] = true
		}
		if !modules["std"] || !modules["github.com/hashicorp/terraform-plugin-framework"] {
			t.Errorf("%s: the bill lacks modules: %v", platform, modules)
		}
	}
}
