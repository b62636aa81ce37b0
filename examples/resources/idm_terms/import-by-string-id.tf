import {
  to = idm_terms.travel
  id = "travel-terms"
}
