// Package e2e runs the built provider through the real CLI, as a user does.
package e2e
