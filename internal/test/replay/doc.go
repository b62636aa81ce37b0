// Package replay runs the provider, its client and the simulator in one process on virtual time, as
// tests. A seed determines the tenant and its changes, the quirks, the latency of each request, the
// order of concurrent requests, faults, and edits by another writer. The same seed yields the same
// log of requests, byte by byte.
package replay
