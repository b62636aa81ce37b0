package framework

import "reflect"

// Changes tells whether the body of a PATCH, a struct in which the zero value of each field means left out, changes anything.
func Changes(patch any) bool { return !reflect.ValueOf(patch).IsZero() }
