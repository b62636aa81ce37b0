package main

import "time"

// measurement is what one command of the CLI took.
type measurement struct {
	// WallSeconds is from the start of the CLI to its end.
	WallSeconds float64 `json:"wallSeconds"`
	// CLISeconds and ProviderSeconds are CPU time, in user and kernel mode together.
	CLISeconds      float64 `json:"cliCPUSeconds"`
	ProviderSeconds float64 `json:"providerCPUSeconds"`
	// CLIPeak and ProviderPeak are the largest resident memory, of the largest process where there
	// were several.
	CLIPeak      int64 `json:"cliPeakBytes"`
	ProviderPeak int64 `json:"providerPeakBytes"`
	// CLIPeakIsBound is set where the provider was larger than the CLI, whose peak is then only
	// known to be no larger.
	CLIPeakIsBound bool `json:"cliPeakIsUpperBound,omitempty"`
	// Processes counts how often the CLI started the provider.
	Processes int `json:"providerProcesses"`
	// Requests counts those that reached the service, Methods by HTTP method.
	Requests int            `json:"requests"`
	Methods  map[string]int `json:"requestsByMethod,omitempty"`
}

// split separates the CLI from its providers: all is the CPU time of the CLI and its children
// together, largest the peak of whichever process was the largest.
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
