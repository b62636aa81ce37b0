package codehost

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// find returns the comment or issue with a mark by the pipeline's own user; the zero value if none
// exists. The author is checked, because any user can write a text with the mark.
func (g *gitHub) find(ctx context.Context, path, mark string, query ...string) (gitHubText, error) {
	all, err := pages[gitHubText](ctx, g.client, g.repository+path, query...)
	if err != nil {
		return gitHubText{}, err
	}
	i := slices.IndexFunc(all, func(t gitHubText) bool {
		return t.Pull == nil && t.User.Login == g.author && strings.Contains(t.Body, mark)
	})
	if i < 0 {
		return gitHubText{}, nil
	}
	return all[i], nil
}

func (g *gitHub) findComment(ctx context.Context, mark string) (int64, error) {
	found, err := g.find(ctx, "/issues/"+g.Request+"/comments", mark)
	return found.ID, err
}

func (g *gitHub) addComment(ctx context.Context, text string) error {
	return g.call(ctx, http.MethodPost, g.repository+"/issues/"+g.Request+"/comments", map[string]string{"body": text}, nil)
}

func (g *gitHub) changeComment(ctx context.Context, id int64, text string) error {
	return g.call(ctx, http.MethodPatch, fmt.Sprintf("%s/issues/comments/%d", g.repository, id), map[string]string{"body": text}, nil)
}

func (g *gitHub) findIssue(ctx context.Context, mark string) (int64, error) {
	found, err := g.find(ctx, "/issues", mark, "state=open")
	return found.Number, err
}

func (g *gitHub) openIssue(ctx context.Context, title, label, text string) error {
	return g.call(ctx, http.MethodPost, g.repository+"/issues", map[string]any{"title": title, "body": text, "labels": []string{label}},
		nil)
}

func (g *gitHub) changeIssue(ctx context.Context, id int64, title, text string) error {
	return g.call(ctx, http.MethodPatch, fmt.Sprintf("%s/issues/%d", g.repository, id), map[string]string{"title": title, "body": text},
		nil)
}

func (g *gitHub) closeIssue(ctx context.Context, id int64, text string) error {
	issue := fmt.Sprintf("%s/issues/%d", g.repository, id)
	if err := g.call(ctx, http.MethodPost, issue+"/comments", map[string]string{"body": text}, nil); err != nil {
		return err
	}
	return g.call(ctx, http.MethodPatch, issue, map[string]string{"state": "closed", "state_reason": "completed"}, nil)
}
