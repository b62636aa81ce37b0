package codehost

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// user returns the ID of the token's user. The author is checked, because any user can write a text
// with the mark.
func (g *gitLab) user(ctx context.Context) (int64, error) {
	var own gitLabUser
	err := g.get(ctx, g.api+"/user", &own)
	return own.ID, err
}

func (g *gitLab) findComment(ctx context.Context, mark string) (int64, error) {
	user, err := g.user(ctx)
	if err != nil {
		return 0, err
	}
	notes, err := pages[gitLabNote](ctx, g.client, g.project+"/merge_requests/"+g.Request+"/notes", "sort=asc")
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(notes, func(n gitLabNote) bool { return n.Author.ID == user && strings.Contains(n.Body, mark) })
	if i < 0 {
		return 0, nil
	}
	return notes[i].ID, nil
}

func (g *gitLab) addComment(ctx context.Context, text string) error {
	return g.call(ctx, http.MethodPost, g.project+"/merge_requests/"+g.Request+"/notes", map[string]string{"body": text}, nil)
}

func (g *gitLab) changeComment(ctx context.Context, id int64, text string) error {
	return g.call(ctx, http.MethodPut, fmt.Sprintf("%s/merge_requests/%s/notes/%d", g.project, g.Request, id),
		map[string]string{"body": text}, nil)
}

func (g *gitLab) findIssue(ctx context.Context, mark string) (int64, error) {
	user, err := g.user(ctx)
	if err != nil {
		return 0, err
	}
	issues, err := pages[gitLabNote](ctx, g.client, g.project+"/issues", "state=opened", fmt.Sprint("author_id=", user))
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(issues, func(n gitLabNote) bool { return n.Author.ID == user && strings.Contains(n.Text, mark) })
	if i < 0 {
		return 0, nil
	}
	return issues[i].IID, nil
}

func (g *gitLab) openIssue(ctx context.Context, title, label, text string) error {
	return g.call(ctx, http.MethodPost, g.project+"/issues", map[string]string{"title": title, "description": text, "labels": label}, nil)
}

func (g *gitLab) changeIssue(ctx context.Context, id int64, title, text string) error {
	return g.call(ctx, http.MethodPut, fmt.Sprintf("%s/issues/%d", g.project, id), map[string]string{"title": title, "description": text},
		nil)
}

func (g *gitLab) closeIssue(ctx context.Context, id int64, text string) error {
	issue := fmt.Sprintf("%s/issues/%d", g.project, id)
	if err := g.call(ctx, http.MethodPost, issue+"/notes", map[string]string{"body": text}, nil); err != nil {
		return err
	}
	return g.call(ctx, http.MethodPut, issue, map[string]string{"state_event": "close"}, nil)
}
