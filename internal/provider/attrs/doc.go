// Package attrs is the vocabulary of the provider's schemas: each attribute that several nouns
// share is one function. The package also converts between Terraform's values and those of the
// service.
//
// Absence has one form, null: the provider refuses an empty string in the configuration, and reads
// one from the service as null.
package attrs
