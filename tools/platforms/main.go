// Command platforms type-checks the released programs with all their dependencies for each
// platform in its arguments, such as linux/arm. It finds what a compiler would reject on another
// platform (missing system calls, integers of 32 bits, build constraints) in a tenth of the time.
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	for _, platform := range os.Args[1:] {
		fmt.Println(platform)
		if err := check(platform); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", platform, err)
			os.Exit(1)
		}
	}
}

func check(platform string) error {
	system, architecture, _ := strings.Cut(platform, "/")
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
		packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes
	programs, err := packages.Load(&packages.Config{
		Mode: mode, Dir: "..", Env: append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+architecture),
	}, ".", "./internal/cmd/idmctl")
	if err != nil {
		return err
	}
	if n := packages.PrintErrors(programs); n > 0 {
		return fmt.Errorf("%d errors", n)
	}
	return nil
}
