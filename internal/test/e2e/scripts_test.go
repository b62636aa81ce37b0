package e2e

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// scripts is the folder with the scripts of TestReviews. A line of a script is a command with its
// arguments, and the following lines that begin with a tab are the text for it. HERE and THERE are
// the addresses of two services, and the environment has the login for the first one.
//
//	write FILE                    writes the text to a file
//	cli CODE ARGUMENT…            runs the CLI, which ends with this exit code
//	show PLAN FILE                writes the JSON of a saved plan to a file
//	review CODE ARGUMENT…         runs idmctl review
//	snapshot FILE ARGUMENT…       runs idmctl snapshot
//	call METHOD PATH              changes the first service; the text is the body
//	faults FAULT…                 makes the first service fail, or not any more
//	mirror [SOURCE]               lets the CLI install the provider, under this source address
//	replace FILE OLD NEW          replaces a text in a file
//	claim TIME                    makes reviewed.tfplan and reviewed.json claim that they are of this time
//	environment VARIABLE          sets a variable
//	only tofu                     skips the script with Terraform
//	never TEXT…                   no report of a review contains the texts
//	live                          nothing is recorded: the apply has effects that no review can know, or
//	                              a review reads more than its arguments name
const scripts = "testdata/reviews"

// TestReviews makes plans with the CLI, reviews and applies them as the scripts say. All effects of
// an apply on the access of users are within the bounds of each review of its plan.
func TestReviews(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(scripts, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), scripts+"/"), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t, name)
			script, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			h := newHiding(t)
			h.recorder = &recorder{hiding: h, of: recordedCase{Whole: true}, applied: map[string]applied{}, files: map[string]string{}}
			h.play(string(script))
			h.recorder.finish(name)
		})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// word matches an argument of a command, which may be quoted as in Go.
var word = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)

func (h *hiding) play(script string) {
	h.t.Helper()
	script = strings.NewReplacer("HERE", h.url, "THERE", h.secondURL).Replace(script)
	lines := strings.Split(script, "\n")
	for len(lines) > 0 {
		command, text := lines[0], ""
		for lines = lines[1:]; len(lines) > 0 && (lines[0] == "" || lines[0][0] == '\t'); lines = lines[1:] {
			text += strings.TrimPrefix(lines[0], "\t") + "\n"
		}
		words := wordsOf(command)
		if len(words) > 0 && words[0] != "#" {
			h.run(words[0], text, words[1:]...)
		}
	}
}

// wordsOf splits a command into its words.
func wordsOf(command string) (words []string) {
	for _, each := range word.FindAllString(command, -1) {
		if unquoted, err := strconv.Unquote(each); err == nil {
			each = unquoted
		}
		words = append(words, each)
	}
	return words
}

func (h *hiding) run(command, text string, words ...string) {
	h.t.Helper()
	switch command {
	case "write":
		h.write(words[0], text)
	case "show":
		h.write(words[1], h.must(0, "show", "-json", words[0]))
	case "cli", "review":
		code, err := strconv.Atoi(words[0])
		if err != nil {
			h.t.Fatal(err)
		}
		if command == "cli" {
			h.must(code, words[1:]...)
			return
		}
		h.review(code, words[1:]...)
	case "snapshot":
		h.snapshot(words[0], words[1:]...)
	case "call":
		h.behindTheBack(words[0], words[1], text)
	case "mirror":
		h.mirrored(strings.Join(words, ""))
	case "only":
		if openTofu() != (words[0] == "tofu") {
			h.t.Skip("for " + words[0])
		}
	case "claim":
		h.dated(words[0])
	case "replace":
		h.write(words[0], strings.ReplaceAll(h.read(words[0]), words[1], words[2]))
	case "live":
		h.recorder.live = true
	case "environment":
		h.environment = append(h.environment, words...)
	case "never":
		h.recorder.of.Never = words
	case "faults":
		faults := make([]sim.Fault, len(words))
		for i, each := range words {
			if err := json.Unmarshal([]byte(each), &faults[i]); err != nil {
				h.t.Fatal(err)
			}
		}
		if err := h.sim.SetFaults(faults...); err != nil {
			h.t.Fatal(err)
		}
	default:
		h.t.Fatalf("no command %s", command)
	}
}
