package plan

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// archive is the content of a saved plan that the CLI does not print.
type archive struct {
	// modules holds the configuration that the apply uses, by module path: "" for the root, a.b for
	// module.a.module.b.
	modules map[string]*module
	// providers holds the provider configurations of all changes, by changeKey.
	providers map[string]string
	// before and now hold the objects in the state, before and after the refresh of the plan, by
	// canonical address.
	before, now map[string]stateObject
	// arguments are the arguments that the plan was made with.
	arguments Arguments
	// unread lists the configuration files that cannot be parsed; their modules count as unknown.
	unread []string
	// lock is the content of the lock file; nil without one.
	lock []byte
	// backend is the backend of the state.
	backend Backend
	// atApply lists the variables that the apply can set to a different value.
	atApply []string
}

// Arguments are the arguments with which a saved plan was made.
type Arguments struct {
	Destroy, RefreshOnly        bool
	Targets, Excluded, Replaced []string
}

// The values of the mode of a plan.
const modeDestroy, modeRefreshOnly = 1, 2

// entryLimit is the maximum size of one entry of a saved plan.
const entryLimit = 1 << 30

// Entries returns the entries of a saved plan by name; nil for other content, such as an encrypted
// plan.
func Entries(content []byte) (map[string][]byte, error) {
	if !bytes.HasPrefix(content, []byte("PK\x03\x04")) {
		return nil, nil
	}
	files, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("the saved plan is damaged (%w): plan again", err)
	}
	entries := map[string][]byte{}
	for _, file := range files.File {
		if _, twice := entries[file.Name]; twice {
			return nil, fmt.Errorf("the saved plan has %s twice, which is ambiguous: plan again", file.Name)
		}
		if entries[file.Name], err = entry(file); err != nil {
			return nil, fmt.Errorf("%s in the saved plan cannot be read (%w): plan again", file.Name, err)
		}
	}
	return entries, nil
}

func entry(file *zip.File) ([]byte, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, entryLimit+1))
	if err == nil && len(content) > entryLimit {
		err = fmt.Errorf("it has more than %d bytes", entryLimit)
	}
	return content, err
}

// openArchive reads a saved plan; nil for other content. See Entries.
func openArchive(content []byte) (*archive, error) {
	entries, err := Entries(content)
	if err != nil || entries == nil {
		return nil, err
	}
	a := &archive{modules: map[string]*module{}, providers: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		if err := a.read(name, entries[name]); err != nil {
			return nil, fmt.Errorf("%s in the saved plan is not understood (%w): plan again, or use the newest idmctl", name, err)
		}
	}
	return a, nil
}

func (a *archive) read(entry string, content []byte) (err error) {
	switch entry {
	case lockFile:
		a.lock = content
	case "tfplan":
		err = a.readPlan(content)
	case "tfstate":
		a.now, err = stateObjects(content)
	case "tfstate-prev":
		a.before, err = stateObjects(content)
	default:
		if file, configuration := strings.CutPrefix(entry, "tfconfig/m-"); configuration {
			folder, name := path.Split(file)
			a.readConfiguration(strings.TrimSuffix(folder, "/"), name, content)
		}
	}
	return err
}

func (a *archive) readConfiguration(call, name string, content []byte) {
	m := a.modules[call]
	if m == nil {
		m = newModule()
		a.modules[call] = m
	}
	if err := m.add(name, content); err != nil {
		// A newer CLI may support other syntax. The module is not evaluated, and the file is
		// reported.
		m.unreadable = true
		a.unread = append(a.unread, path.Join(call, name))
	}
}

// The fields of the messages Plan and ResourceInstanceChange in planfile.proto, which both CLIs
// share.
const (
	fieldChanges, fieldTargets, fieldExcluded = 3, 5, 6
	fieldReplaced, fieldMode                  = 16, 17
	fieldEphemeralVariables, fieldAtApply     = 22, 28
	fieldDeposed, fieldProvider, fieldAddress = 7, 8, 13
)

// changeKey identifies an object of a plan: the current object of an address, or one of its deposed
// objects.
func changeKey(address, deposed string) string { return Canonical(address) + "\x00" + deposed }

func (a *archive) readPlan(content []byte) error {
	return fields(content, func(number protowire.Number, value []byte, plain uint64) error {
		switch number {
		case fieldMode:
			a.arguments.Destroy, a.arguments.RefreshOnly = plain == modeDestroy, plain == modeRefreshOnly
		case fieldChanges:
			return a.readChange(value)
		case fieldTargets:
			a.arguments.Targets = append(a.arguments.Targets, string(value))
		case fieldExcluded:
			a.arguments.Excluded = append(a.arguments.Excluded, string(value))
		case fieldReplaced:
			a.arguments.Replaced = append(a.arguments.Replaced, string(value))
		case fieldBackend:
			return a.readBackend(value)
		case fieldAtApply, fieldEphemeralVariables:
			// Terraform uses the second field for something else. Names that are not variables do
			// no harm.
			a.atApply = append(a.atApply, string(value))
		}
		return nil
	})
}

func (a *archive) readChange(content []byte) error {
	var address, deposed, provider string
	err := fields(content, func(number protowire.Number, value []byte, _ uint64) error {
		switch number {
		case fieldAddress:
			address = string(value)
		case fieldDeposed:
			deposed = string(value)
		case fieldProvider:
			provider = string(value)
		}
		return nil
	})
	a.providers[changeKey(address, deposed)] = provider
	return err
}

// fields visits the fields of a message in a saved plan: strings, bytes and messages as a value,
// and numbers as integers.
func fields(content []byte, visit func(number protowire.Number, value []byte, plain uint64) error) error {
	for len(content) > 0 {
		number, kind, size := protowire.ConsumeTag(content)
		if size < 0 {
			return protowire.ParseError(size)
		}
		content = content[size:]
		if size = protowire.ConsumeFieldValue(number, kind, content); size < 0 {
			return protowire.ParseError(size)
		}
		var value []byte
		var plain uint64
		switch kind {
		case protowire.BytesType:
			value, _ = protowire.ConsumeBytes(content)
		case protowire.VarintType:
			plain, _ = protowire.ConsumeVarint(content)
		default:
		}
		if err := visit(number, value, plain); err != nil {
			return err
		}
		content = content[size:]
	}
	return nil
}

// stateObject is an object in a state: its provider configuration, whether it was created with
// create_before_destroy, and its private state; nil for a deposed object.
type stateObject struct {
	provider string
	last     bool
	private  []byte
}

// stateObjects returns the objects in a state, by canonical address.
func stateObjects(content []byte) (map[string]stateObject, error) {
	var state struct {
		Resources []struct {
			Module, Mode, Type, Name, Provider string
			Instances                          []struct {
				Key      any    `json:"index_key"`
				Provider string `json:"provider"`
				Last     bool   `json:"create_before_destroy"`
				Deposed  string `json:"deposed"`
				Private  []byte `json:"private"`
			}
		}
	}
	if err := decodeJSON(content, &state); err != nil {
		return nil, err
	}
	found := map[string]stateObject{}
	for _, resource := range state.Resources {
		at, _ := parsePlace(resource.Module)
		at.kind, at.name = resource.Type, resource.Name
		if resource.Mode != "managed" {
			at.mode = resource.Mode
		}
		for _, instance := range resource.Instances {
			at.key = indexText(instance.Key)
			provider := resource.Provider
			if instance.Provider != "" {
				provider = instance.Provider
			}
			object := stateObject{provider, instance.Last, instance.Private}
			if instance.Deposed != "" {
				object.private = found[at.canonical()].private
			}
			found[at.canonical()] = object
		}
	}
	return found, nil
}

// decodeJSON decodes JSON with exact numbers.
func decodeJSON(content []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// indexText returns an instance key from JSON in the form of keyText.
func indexText(key any) string {
	switch key := key.(type) {
	case string:
		return strconv.Quote(key)
	case json.Number:
		return key.String()
	}
	return ""
}
