package sim

import (
	"encoding/json"
	"fmt"
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
	switch into := map[string]any{
		"method": &f.Method, "path": &f.Path, "skip": &f.Skip, "count": &f.Count, "probability": &f.Probability, "seed": &f.Seed,
		"status": &f.Status, "code": &f.Code, "retry-after": &f.RetryAfter, "delay": &f.Delay, "item": &f.Item,
	}[name].(type) {
	case nil:
		return fmt.Errorf("unknown key %q", name)
	case *string:
		*into = value
	default:
		if json.Unmarshal([]byte(value), into) != nil {
			return fmt.Errorf("%s=%q is not a number", name, value)
		}
	}
	return nil
}
