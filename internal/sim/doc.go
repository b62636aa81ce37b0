// Package sim simulates the identity management service in one process: its
// core, authentication, principal, notification and query APIs, with faults and
// with the other readings of what the reference leaves open (quirks). The cloud
// authentication service stands beside it, see [Server.Cloud].
//
// It is a second reading of the reference, independent of the provider: it
// shares no code with the packages that it is used to test.
package sim
