// Package framework is what every part of the provider embeds or calls: configuration and names, keys and imports, state with
// identity and version, diagnostics. It shortens the steps of a resource and never joins two of them.
package framework
