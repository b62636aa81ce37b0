package sim

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// FaultSyntax explains the text form of faults, for the help of a command.
const FaultSyntax = `KIND[:KEY=VALUE,...], for example drop-after:method=POST,path=/core/v1/*/units*,count=1
KIND is latency, refuse, drop-before, drop-after, status, slow-body, truncated-body, html or extra-item.
Keys: method; path (* stands for any characters); skip and count (calls to let pass, calls to hit);
probability (0 to 1) and seed; status (of status and html); code (of status, an
error code of the service, which has its usual status); retry-after (seconds, or date:SECONDS);
delay (of latency and slow-body, like 200ms); item (JSON, of extra-item).`

// ParseFault reads the text form of a fault, see [FaultSyntax].
func ParseFault(spec string) (Fault, error) {
	kind, rest, _ := strings.Cut(spec, ":")
	f := Fault{Kind: kind}
	for pair := range strings.SplitSeq(rest, ",") {
		if pair == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return f, fmt.Errorf("fault %q: %q is not of the form KEY=VALUE", spec, pair)
		}
		if err := f.set(name, value); err != nil {
			return f, fmt.Errorf("fault %q: %w", spec, err)
		}
	}
	if _, err := f.activate(); err != nil {
		return f, fmt.Errorf("fault %q: %w", spec, err)
	}
	return f, nil
}

func (f *Fault) set(name, value string) error {
	var err error
	switch name {
	case "method":
		f.Method = strings.ToUpper(value)
	case "path":
		f.Path = value
	case "skip":
		f.Skip, err = strconv.Atoi(value)
	case "count":
		f.Count, err = strconv.Atoi(value)
	case "probability":
		f.Probability, err = strconv.ParseFloat(value, 64)
	case "seed":
		f.Seed, err = strconv.ParseUint(value, 10, 64)
	case "status":
		f.Status, err = strconv.Atoi(value)
	case "code":
		f.Code = value
	case "retry-after":
		f.RetryAfter = value
	case "delay":
		f.Delay = value
	case "item":
		f.Item = json.RawMessage(value)
	default:
		return fmt.Errorf("unknown key %q", name)
	}
	if err != nil {
		return fmt.Errorf("%s=%q is not a number", name, value)
	}
	return nil
}
