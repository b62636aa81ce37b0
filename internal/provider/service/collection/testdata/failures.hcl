# The ways in which the write of one element can fail, and what the next apply has left to do after the
# failure of a create, a change and a delete.

drop_before {
  fault = "\"kind\":\"drop-before\""
}
drop_after {
  fault = "\"kind\":\"drop-after\""
}
truncated_body {
  fault = "\"kind\":\"truncated-body\""
}
html "502" {
  fault = "\"kind\":\"html\",\"status\":502"
}
html "" {
  fault = "\"kind\":\"html\""
}
code "" {
  fault = "\"kind\":\"status\",\"code\":\"errors.optimisticLockingFailure\""
}
status "400" {
  fault = "\"kind\":\"status\",\"status\":400"
}
status "401" {
  login = true
  fault = "\"kind\":\"status\",\"status\":401"
}
status "403" {
  fault = "\"kind\":\"status\",\"status\":403"
}
status "404" {
  fault = "\"kind\":\"status\",\"status\":404"
}
status "409" {
  fault = "\"kind\":\"status\",\"status\":409"
}
status "412" {
  fault = "\"kind\":\"status\",\"status\":412"
}
status "422" {
  fault = "\"kind\":\"status\",\"status\":422"
}
status "429" {
  fault = "\"kind\":\"status\",\"status\":429"
}
status "500" {
  fault = "\"kind\":\"status\",\"status\":500"
}
status "502" {
  fault = "\"kind\":\"status\",\"status\":502"
}
status "503" {
  fault = "\"kind\":\"status\",\"status\":503"
}
status "504" {
  fault = "\"kind\":\"status\",\"status\":504"
}
