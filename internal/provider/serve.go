package provider

import (
	"cmp"
	"errors"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

// gcPercent lets the heap grow to five times the live memory before a collection. Little memory is
// live, since the process ends with the run.
const gcPercent = 400

// gcPercentOfMany is the target for a run with a collection.
const gcPercentOfMany = 120

// Serve serves the provider until the CLI, or the debugger in debug mode, ends it. Then it reports
// its requests.
func Serve(version string, debugged bool) error {
	var options []tf6server.ServeOpt
	if debugged {
		options = append(options, tf6server.WithManagedDebug())
	} else if err := limitLogs(); err != nil {
		return err
	}
	collectRarely()
	p := newProvider(version)
	served, err := newServer(p)
	if err != nil {
		return err
	}
	defer func() { p.run.Load().end(version) }()
	return tf6server.Serve(Address, func() tfprotov6.ProviderServer { return served }, options...)
}

// NewServer returns the server of the provider for a test without a CLI: transport carries all
// requests, if it is not nil.
func NewServer(version string, transport http.RoundTripper) (tfprotov6.ProviderServer, error) {
	p := newProvider(version)
	p.transport = transport
	return newServer(p)
}

func newServer(p *idmProvider) (tfprotov6.ProviderServer, error) {
	served, ok := providerserver.NewProtocol6(p)().(protocol)
	if !ok {
		return nil, errors.New("the plugin framework does not serve list resources and actions")
	}
	return calls{direct{served, p}, p}, nil
}

// collectRarely sets the target of the garbage collector, unless the environment sets it.
func collectRarely() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}

// collectOften sets the target for a process with thousands of objects in memory, so that it takes
// less of it.
var collectOften = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercentOfMany)
	}
})

// limitLogs limits the logs of the plugin framework to the level that the CLI shows. By default the
// framework writes dozens of lines for each object, which the CLI reads and discards. Above DEBUG
// its logs only repeat the diagnostics, which the CLI prints anyway and which may contain values
// such as a person's address.
func limitLogs() error {
	level := cmp.Or(os.Getenv("TF_LOG_PROVIDER"), os.Getenv("TF_LOG"), "off")
	if slices.Contains([]string{"INFO", "WARN", "ERROR"}, strings.ToUpper(level)) {
		level = "off"
	}
	for _, variable := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK"} {
		if os.Getenv(variable) != "" {
			continue
		}
		if err := os.Setenv(variable, level); err != nil {
			return err
		}
	}
	return nil
}
