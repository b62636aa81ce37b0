package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Free returns an error unless a folder is not there yet or empty, so that an export overwrites
// nothing.
func Free(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot use the output folder: %w", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf("the output folder %s is not empty, and an export overwrites nothing; empty it or name another one", folder)
	}
	return nil
}

// staging holds the files of an export until all are written: beside the folder that they are meant
// for or, when that is there already, inside it.
type staging struct {
	folder, path string
	exists       bool
	files        map[string]*file
}

type file struct {
	*os.File
	buffer *bufio.Writer
}

func newStaging(folder string) (*staging, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	s := &staging{folder: folder, files: map[string]*file{}}
	at := filepath.Dir(folder)
	if _, err := os.Stat(folder); err == nil {
		s.exists, at = true, folder
	} else if err := os.MkdirAll(at, 0o750); err != nil {
		return nil, err
	}
	s.path, err = os.MkdirTemp(at, "."+filepath.Base(folder)+"-unfinished-")
	return s, err
}

// append adds a block to a file, with an empty line before it unless it is the first.
func (s *staging) append(name string, block []byte) error {
	f := s.files[name]
	if f == nil {
		created, err := os.OpenFile(filepath.Join(s.path, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		f = &file{File: created, buffer: bufio.NewWriter(created)}
		s.files[name] = f
	} else if err := f.buffer.WriteByte('\n'); err != nil {
		return err
	}
	_, err := f.buffer.Write(block)
	return err
}

// install finishes the files and puts them in their place.
func (s *staging) install(ctx context.Context) error {
	for _, f := range s.files {
		if err := errors.Join(f.buffer.Flush(), f.Close()); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.exists {
		return os.Rename(s.path, s.folder)
	}
	var moved []string
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		target := filepath.Join(s.folder, name)
		if err := os.Rename(filepath.Join(s.path, name), target); err != nil {
			for _, path := range moved {
				err = errors.Join(err, os.Remove(path))
			}
			return err
		}
		moved = append(moved, target)
	}
	return nil
}

// discard removes what is left of the staging. After a rename of the whole there is nothing.
func (s *staging) discard() {
	for _, f := range s.files {
		// A file that install closed is closed already.
		_ = f.Close()
	}
	_ = os.RemoveAll(s.path)
}
