// Command sbom writes the software bill of materials of a Go binary as CycloneDX JSON. It lists the
// modules in the binary's build information, with their versions and checksums.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

func main() {
	out := flag.String("out", "", "file to write")
	version := flag.String("version", "", "version of the release, which a binary does not know of its own module")
	created := flag.String("time", "", "time of the release, in RFC 3339")
	flag.Parse()
	if err := run(flag.Arg(0), *out, *version, *created); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(binary, out, version, created string) error {
	if binary == "" || out == "" || version == "" {
		return errors.New("usage: sbom -version VERSION -time TIME -out FILE BINARY")
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	err = cyclonedx.NewBOMEncoder(file, cyclonedx.BOMFileFormatJSON).SetPretty(true).
		Encode(describe(info, filepath.Base(binary), version, created, sha256.Sum256(content)))
	return errors.Join(err, file.Close())
}

// describe omits the serial number and the current time, so that the same binary always has the
// same bill of materials.
func describe(info *debug.BuildInfo, name, version, created string, sum [sha256.Size]byte) *cyclonedx.BOM {
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: created, Component: &cyclonedx.Component{
		BOMRef: "binary", Type: cyclonedx.ComponentTypeApplication, Name: name, Version: version,
		PackageURL: purl(info.Main.Path, "v"+version),
		Hashes:     &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}},
	}}
	components := []cyclonedx.Component{{
		BOMRef: "go", Type: cyclonedx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion,
		PackageURL: purl("std", strings.TrimPrefix(info.GoVersion, "go")),
	}}
	refs := []string{"go"}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		c := cyclonedx.Component{
			BOMRef: purl(module.Path, module.Version), Type: cyclonedx.ComponentTypeLibrary,
			Name: module.Path, Version: module.Version, PackageURL: purl(module.Path, module.Version),
		}
		// The checksum in go.sum covers the module's tree; h1 is SHA-256.
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(module.Sum, "h1:")); err == nil && len(sum) == sha256.Size {
			c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
		}
		components, refs = append(components, c), append(refs, c.BOMRef)
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: "binary", Dependencies: &refs}}
	return bom
}

// purl returns the package URL of a module.
func purl(path, version string) string { return "pkg:golang/" + path + "@" + version }
