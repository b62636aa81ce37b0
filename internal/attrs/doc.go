// Package attrs is the vocabulary of the provider's schemas: what several nouns say in the same way
// is one call here, and so are the conversions between the values of Terraform and those of the
// service.
//
// Absence has one form, null: an empty string in the configuration is refused, one from the service
// reads as null.
package attrs
