package sourceline

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// largest is the maximum size in bytes of a file to read.
const largest = 16 << 20

// text is a file as lines of words: a key is looked up where people read it, in HCL, JSON, YAML and
// CSV alike.
type text struct {
	file, content string
	// indents are the widths of the spaces before each line; -1 for an empty line.
	indents []int
	words   [][]string
	// first and all hold the indexes of the lines by the word that they begin with, and by each
	// word.
	first, all map[string][]int
}

// between reports whether a character separates words.
func between(r rune) bool { return strings.ContainsRune(" \t\r\"'`,;:=[](){}<>$\\#\ufeff", r) }

func newText(file string, content []byte) *text {
	t := &text{file: file, content: string(content), first: map[string][]int{}, all: map[string][]int{}}
	number := 0
	for line := range strings.Lines(t.content) {
		words := strings.FieldsFunc(strings.TrimRight(line, "\n"), between)
		words = slices.DeleteFunc(words, func(word string) bool { return word == "-" })
		indent := -1
		if len(words) > 0 {
			indent = len(line) - len(strings.TrimLeft(line, " \t"))
			t.first[words[0]] = append(t.first[words[0]], number)
		}
		for _, word := range words {
			t.all[word] = append(t.all[word], number)
		}
		t.indents, t.words = append(t.indents, indent), append(t.words, words)
		number++
	}
	return t
}

// begins returns the first line that begins with a key, and contains the first one with it.
func (t *text) begins(key string) (int, bool) { return t.line(t.first, key) }

func (t *text) contains(key string) (int, bool) { return t.line(t.all, key) }

// line returns the number of the first line with a key. A key of several parts is also a line with
// the last part below lines with the others: ann/crm is crm anywhere below ann.
func (t *text) line(lines map[string][]int, key string) (int, bool) {
	parts := strings.Split(key, "/")
	found := slices.Concat(lines[key], slices.DeleteFunc(slices.Clone(lines[parts[len(parts)-1]]), func(line int) bool {
		return len(parts) == 1 || !t.below(parts[:len(parts)-1], line)
	}))
	if len(found) == 0 {
		return 0, false
	}
	return found[0] + 1, true
}

// below reports whether a line is below lines with words, or on one of them.
func (t *text) below(words []string, line int) bool {
	if len(words) == 0 {
		return true
	}
	return slices.ContainsFunc(t.all[words[len(words)-1]], func(above int) bool {
		inside := above <= line
		for i := above + 1; i <= line && inside; i++ {
			inside = t.indents[i] < 0 || t.indents[i] > t.indents[above]
		}
		return inside && t.below(words[:len(words)-1], above)
	})
}

// block returns the line of a block: one that begins with its words, or in JSON one with the last
// word below the others.
func (t *text) block(words []string) (int, bool) {
	for _, line := range t.first[words[0]] {
		if own := t.words[line]; slices.Equal(own[:min(len(words), len(own))], words) {
			return line + 1, true
		}
	}
	if filepath.Ext(t.file) != ".json" {
		return 0, false
	}
	return t.contains(strings.Join(words, "/"))
}

// setting returns the value of an argument of a block; "" without it.
func (t *text) setting(name string, block ...string) string {
	for _, line := range t.all[name] {
		at := slices.Index(t.words[line], name) + 1
		if t.below(block, line) && at < len(t.words[line]) {
			return t.words[line][at]
		}
	}
	return ""
}

// namedIn reports whether a configuration names a file or its folder.
func (t *text) namedIn(configuration []*text) bool {
	return slices.ContainsFunc(configuration, func(c *text) bool {
		return strings.Contains(c.content, filepath.Base(t.file)) || strings.Contains(c.content, "/"+filepath.Base(filepath.Dir(t.file)))
	})
}

// dataFiles returns the tables and documents in and below a folder, tables first.
func dataFiles(dir string) []*text {
	var found []*text
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // What cannot be read has no lines.
		case entry.IsDir() && name != dir && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !slices.Contains([]string{".csv", ".json", ".yaml", ".yml"}, filepath.Ext(name)) || strings.Contains(name, ".tf.json") ||
			strings.HasSuffix(name, ".tofu.json"):
			return nil
		}
		if content, ok := read(name); ok {
			found = append(found, newText(name, content))
		}
		return nil
	})
	slices.SortStableFunc(found, func(a, b *text) int { return strings.Compare(filepath.Ext(a.file), filepath.Ext(b.file)) })
	return found
}

// read reads a regular file up to the maximum size.
func read(name string) ([]byte, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > largest {
		return nil, false
	}
	content, err := os.ReadFile(name)
	return content, err == nil
}
