// Package sim simulates the identity management service in one process: its
// core, authentication, principal, notification and query APIs, with faults and
// with the other readings of what the reference leaves open (quirks). The cloud
// authentication service is a handler of its own, see [Server.Cloud].
//
// It is a second reading of the reference, independent of the provider: it
// shares no code with the packages that it is used to test.
//
// File names begin with the part that they belong to:
//
//   - core_: the objects and credentials below /core/v1
//   - login_: logins, tokens and permissions, below /auth/v1 and /principal/v1
//   - notifications, search_, cloud_: the other services
//   - control_: the requests that were received, and the paths below /_sim/
//   - faults_, quirks_: what goes wrong, and the other readings
//   - server_, call_, list_, errors: a request on its way, common to all services
//   - store_: the data, their schema, the seed file and the state file
package sim
