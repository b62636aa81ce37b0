package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl"
)

// word is an ambiguous or inconsistent term, with the term to use instead.
type word struct {
	not, say string
	except   map[string]string // the beginning of a path, and why it may
}

// ofTheAPI lists the pages that may use the names of the API.
var ofTheAPI = map[string]string{
	"idmctl simulate": "it lists the quirks, which have the fields of the API",
}

// words contains the terms of documentation, descriptions, diagnostics and help texts.
var words = []word{
	// The service's objects.
	{not: `external (?:identifier|key)s?\b`, say: "external ID"},
	{not: `\b(?:extId|extid|ext id)s?\b`, say: "external ID, or `ext_id` as code", except: ofTheAPI},
	{not: `(?i)\btenant'?s? (?:id|ext|external)`, say: "external ID of the client"},
	{not: `(?i)\b(?:business|composite) roles?\b`, say: "enterprise role"},
	{not: `(?i)\b(?:entitlement|role assignment|permission grant)s?\b`, say: "grant, authorization or enterprise authorization"},
	{not: `(?i)\b(?:dataroom|data-room|data space)s?\b`, say: "data room"},
	{not: `(?i)\b(?:child|sub-|lower) ?units?\b`, say: "subunit"},
	{not: `(?i)\b(?:service|machine|robot) (?:account|user)s?\b`, say: "technical user"},
	{not: `(?i)\bdevice (?:secret|token|key)s?\b`, say: "device password"},
	{not: `(?i)\b(?:org(?:anizational)? unit|OU|department unit)s?\b`, say: "unit",
		except: map[string]string{"docs/resources/unit.md": "it says what a unit is"}},
	// The tools.
	{not: `\b(?:IDMCTL|Idmctl|idm-ctl|idm ctl)\b`, say: "idmctl"},
	{not: `(?i)\b(?:emulator|mock (?:server|service)|fake service|dummy server)\b`, say: "simulator"},
	{not: `\b(?:Open Tofu|Opentofu|OpenTOFU|opentofu|open tofu)\b`, say: "OpenTofu"},
	{not: `\b(?:Terraform|OpenTofu) CLI\b`, say: "the CLI"},
	{not: `(?i)\bdatasources?\b`, say: "data source"},
	{not: `\b(?:PR|MR)s?\b`, say: "pull request, merge request"},
	{not: `\b[Mm]erge requests?\b`, say: "pull request"},
	{not: `(?i)\bplan files?\b`, say: "saved plan"},
	{not: `\b[Ii]mport identifiers?\b`, say: "import ID"},
	// Signing in.
	{not: `(?i)\b(?:log on|logon|sign on|signon|login-id|log-in id)\b`, say: "sign in, log in, login id"},
	{not: `(?i)\be-mails?\b`, say: "mail, or `email` as code"},
	// One spelling.
	{not: `(?i)\b(?:un-declared|non-declared|not-declared)\b`, say: "undeclared"},
	{not: `(?i)\bauthoris|\borganis|\bartifact`, say: "authoriz-, organiz-, artefact"},
	// Private words.
	{not: `(?i)\bliving tenant\b`, say: "existing tenant"},
	{not: `(?i)\btells? whether\b`, say: "says whether"},
	{not: `(?i)\bnobody knows\b`, say: "it is not known"},
	{not: `(?i)\b(?:made|makes|make|making) [a-z ]{0,24}anew\b`, say: "created again, replaced"},
	{not: `(?i)\buntold\b|\bis told\b`, say: "undeclared, declared"},
	{not: `(?i)\bmeanwhile\b`, say: "in the meantime"},
	{not: `(?i)\bbelongs? into\b`, say: "belongs in"},
	{not: `(?i)\buse it beside\b`, say: "use it together with"},
	{not: `(?i)\bcomes out of it\b`, say: "its result"},
}

// texts returns all texts for users, by path. Pages are without their code.
func texts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for page, text := range docPages(t) {
		if strings.HasPrefix(page, "docs/") || page == "README.md" {
			all[page] = prose(withoutLinks.ReplaceAllString(text, "]"))
		}
	}
	maps.Copy(all, helpTexts(t))
	text, err := os.ReadFile(filepath.Join(root, "internal/provider/testdata/texts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	all["internal/provider/testdata/texts.txt"] = inline.ReplaceAllString(string(text), "`code`")
	return all
}

// helpTexts returns the help of each command of idmctl.
func helpTexts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	var read func(command ...string)
	read = func(command ...string) {
		var help strings.Builder
		if code := idmctl.Run(t.Context(), "test", append(command, "--help"), &help, &help); code != 0 {
			t.Fatal(help.String())
		}
		all[strings.Join(append([]string{"idmctl"}, command...), " ")] = help.String()
		for _, match := range subcommand.FindAllStringSubmatch(help.String(), -1) {
			if name := match[1]; name != "help" && name != "completion" {
				read(append(slices.Clone(command), name)...)
			}
		}
	}
	read()
	if len(all) < 25 {
		t.Errorf("only %d commands were found", len(all))
	}
	return all
}

// subcommand matches the line of a command in the list of available commands.
var subcommand = regexp.MustCompile(`(?m)^  ([a-z]+) {2,}[A-Z]`)

var withoutLinks = regexp.MustCompile(`\]\([^)]*\)`)

// Every concept has a single name in all texts for users.
func TestWords_oneNameForOneThing(t *testing.T) {
	all := texts(t)
	for _, w := range words {
		not := regexp.MustCompile(w.not)
		excused := map[string]bool{}
		for _, page := range slices.Sorted(maps.Keys(all)) {
			for _, at := range not.FindAllStringIndex(all[page], -1) {
				if w.except[page] != "" {
					excused[page] = true
					continue
				}
				line := all[page][max(0, at[0]-40):min(len(all[page]), at[1]+40)]
				t.Errorf("%s has %q, say %s: …%s…", page, all[page][at[0]:at[1]], w.say, strings.ReplaceAll(line, "\n", " "))
			}
		}
		for page := range w.except {
			if !excused[page] {
				t.Errorf("%s needs no exception for %s any more", page, w.not)
			}
		}
	}
}

// The table finds its patterns, so that a broken expression is noticed.
func TestWords_areFound(t *testing.T) {
	for text, say := range map[string]string{
		"an external key": "external ID", "its extId": "external ID, or `ext_id` as code", "a business role": "enterprise role",
		"the dataroom": "data room", "a child unit": "subunit", "a mock server": "simulator", "the Terraform CLI": "the CLI",
		"see the MR": "pull request, merge request",
		"an e-mail":  "mail, or `email` as code", "makes the grant anew": "created again, replaced", "tells whether": "says whether",
		"they belong into": "belongs in", "do not use it beside": "use it together with", "what comes out of it": "its result",
		"a living tenant": "existing tenant", "the tenant id": "external ID of the client",
	} {
		if !slices.ContainsFunc(words, func(w word) bool { return w.say == say && regexp.MustCompile(w.not).MatchString(text) }) {
			t.Errorf("nothing says %q about %q", say, text)
		}
	}
}
