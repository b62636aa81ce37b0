package idmctl

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// shutdownTimeout limits the time for open calls to complete.
const shutdownTimeout = 5 * time.Second

// simulation holds the flags of the command.
type simulation struct {
	listen, seed, state  string
	latency              time.Duration
	quirks, faults       []string
	allowHosts           []string
	cloudListen, cloudCA string
}

func newSimulateCommand() *cobra.Command {
	var s simulation
	cmd := &cobra.Command{
		Use:         "simulate",
		Short:       "Run a simulator of the service",
		Long:        "Run a simulator of the service until it is interrupted.",
		Annotations: map[string]string{lists: simulateLists()},
		Example: `  idmctl simulate --listen 127.0.0.1:8080 --seed demo
  idmctl simulate --seed tenant.json --state tenant.state.json --quirk later-releases,lower-limit
  idmctl simulate --seed demo --fault 'status:status=503,retry-after=2,probability=0.1,seed=7'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&s.listen, "listen", "127.0.0.1:0", "address to listen on; port 0 takes a free one")
	flags.StringVar(&s.seed, "seed", "", "seed file, or demo for the demo tenant")
	flags.StringVar(&s.state, "state", "", "file that keeps the data over restarts; when it exists, it is read instead of the seed")
	flags.DurationVar(&s.latency, "latency", 0, "time to wait before every response")
	flags.StringSliceVar(&s.quirks, "quirk", nil, "variants of the behavior of the service, separated by commas")
	flags.StringArrayVar(&s.faults, "fault", nil, "fault to inject; repeat the flag, or separate with semicolons")
	flags.StringSliceVar(&s.allowHosts, "allow-host", nil,
		"further host names that callers use or that pages come from; without it only localhost and the address are accepted")
	flags.StringVar(&s.cloudListen, "cloud-listen", "", "address of the cloud authentication service, with TLS; none without it")
	flags.StringVar(&s.cloudCA, "cloud-ca", "", "file to write the certificate of the cloud service's authority to")
	cmd.MarkFlagsRequiredTogether("cloud-listen", "cloud-ca")
	return cmd
}

func simulateLists() string {
	var b strings.Builder
	b.WriteString("Quirks:\n")
	for _, q := range sim.Quirks() {
		fmt.Fprintf(&b, "  %-25s %s\n", q.Name, q.Description)
	}
	fmt.Fprintf(&b, "  %-25s %s\n", "without=NAME,…", "a release without these operations, which returns 404 or 405 for them:")
	for names := range slices.Chunk(sim.Collections(), 8) {
		fmt.Fprintf(&b, "  %-25s %s\n", "", strings.Join(names, ", "))
	}
	b.WriteString("\nFaults: " + sim.FaultSyntax + "\n\n")
	b.WriteString("Control, without login: GET and DELETE /_sim/requests, GET /_sim/state, PUT /_sim/faults (JSON array of\n" +
		"objects with the keys above in camel case, and kind), PUT /_sim/quirks (JSON array of names), POST /_sim/reset,\n" +
		"POST /_sim/cloud/confirm ({statusToken, status: succeeded or failed}: the confirmation by the user on the device).\n" +
		"Access keys of the cloud service: the seed's array cloudAccessKeys ({accessKey}), else " + sim.DefaultAccessKey + ".")
	return b.String()
}

// listenHosts returns the hosts of the addresses, without empty ones.
func listenHosts(addresses ...string) []string {
	var hosts []string
	for _, address := range addresses {
		if host, _, err := net.SplitHostPort(address); err == nil && host != "" {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

func (s *simulation) options() (sim.Options, error) {
	o := sim.Options{StateFile: s.state, Latency: s.latency, Quirks: s.quirks,
		AllowHosts: append(s.allowHosts, listenHosts(s.listen, s.cloudListen)...)}
	switch s.seed {
	case "":
	case "demo":
		o.Seed = sim.DemoSeed()
	default:
		seed, err := input.ReadSnapshot(s.seed)
		if err != nil {
			return o, err
		}
		o.Seed = seed
	}
	for spec := range strings.FieldsFuncSeq(strings.Join(s.faults, ";"), func(r rune) bool { return r == ';' }) {
		f, err := sim.ParseFault(spec)
		if err != nil {
			return o, fmt.Errorf("--fault %s: %w", spec, err)
		}
		o.Faults = append(o.Faults, f)
	}
	return o, nil
}

func (s *simulation) run(cmd *cobra.Command) error {
	options, err := s.options()
	if err != nil {
		return err
	}
	server, err := sim.New(options)
	if err != nil {
		return fmt.Errorf("the simulator cannot start: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", s.listen)
	if err != nil {
		return errors.Join(cannotListen("--listen", s.listen, err), server.Close())
	}
	var cloud net.Listener
	if s.cloudListen != "" {
		if cloud, err = listenCloud(cmd.Context(), s.cloudListen, s.cloudCA); err != nil {
			return errors.Join(err, listener.Close(), server.Close())
		}
	}
	group, ctx := errgroup.WithContext(cmd.Context())
	group.Go(func() error { return serve(ctx, listener, server) })
	fmt.Fprintf(cmd.OutOrStdout(), "listening on http://%s\n", listener.Addr())
	if cloud != nil {
		group.Go(func() error { return serve(ctx, cloud, server.Cloud()) })
		fmt.Fprintf(cmd.OutOrStdout(), "cloud listening on https://%s\n", cloud.Addr())
	}
	return errors.Join(group.Wait(), server.Close())
}

// cannotListen explains why the simulator cannot use an address.
func cannotListen(flag, address string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s %s is in use by another process: end that one, or give another port, 0 for any free one", flag, address)
	}
	return fmt.Errorf("%s %s: the simulator cannot listen there (%w): give HOST:PORT, such as 127.0.0.1:8480", flag, address, err)
}

// serve handles requests until the context ends, and then completes open ones.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		// Close open connections, so that the state can be written.
		return server.Close()
	}
	return nil
}
