package main

import "time"

// measurement contains the resource usage of one command of the CLI.
type measurement struct {
	// WallSeconds is the time from the start of the CLI to its end.
	WallSeconds float64 `json:"wallSeconds"`
	// CLISeconds and ProviderSeconds are CPU time, in user and kernel mode together.
	CLISeconds      float64 `json:"cliCPUSeconds"`
	ProviderSeconds float64 `json:"providerCPUSeconds"`
	// CLIPeak and ProviderPeak are the peak resident memory of the largest process.
	CLIPeak      int64 `json:"cliPeakBytes"`
	ProviderPeak int64 `json:"providerPeakBytes"`
	// CLIPeakIsBound is set if the provider was larger than the CLI, because then only an upper
	// bound of the CLI's peak is known.
	CLIPeakIsBound bool `json:"cliPeakIsUpperBound,omitempty"`
	// Processes counts how often the CLI started the provider.
	Processes int `json:"providerProcesses"`
	// Requests counts the requests that reached the service, and Methods counts them by HTTP
	// method.
	Requests int            `json:"requests"`
	Methods  map[string]int `json:"requestsByMethod,omitempty"`
}

// split separates the usage of the CLI from the usage of its providers. all is the total CPU time
// of the CLI and its children, and largest the peak of the largest process.
func split(wall, all time.Duration, largest int64, providers []processUsage) measurement {
	m := measurement{WallSeconds: wall.Seconds(), CLIPeak: largest, Processes: len(providers)}
	for _, p := range providers {
		all -= p.CPU + p.StandIn
		m.ProviderSeconds += p.CPU.Seconds()
		m.ProviderPeak = max(m.ProviderPeak, p.Peak)
	}
	m.CLISeconds = max(all, 0).Seconds()
	m.CLIPeakIsBound = len(providers) > 0 && m.ProviderPeak >= largest
	return m
}
