// Package sim simulates the identity management service in one process: its core, authentication,
// principal, notification and query APIs, with faults and with quirks, which are the alternative
// readings of an ambiguous reference. The cloud authentication service is a separate handler, see
// [Server.Cloud].
//
// The simulator implements the reference independently of the provider: it shares no code with the
// packages that it tests.
//
// File names begin with the part that they belong to:
//
//   - core_: the objects and credentials below /core/v1
//   - login_: logins, tokens and permissions, below /auth/v1 and /principal/v1
//   - notifications, search_, cloud_: the other services
//   - control_: the received requests, and the paths below /_sim/
//   - faults_, quirks_: failures, and alternative readings of the reference
//   - server_, call_, list_, errors: the processing of a request, common to all services
//   - store_: the data, their schema, the seed file and the state file
//   - reference: the tables objects.txt, credentials.txt and operations.txt
package sim
