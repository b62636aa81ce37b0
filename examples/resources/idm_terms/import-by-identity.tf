import {
  to = idm_terms.travel

  identity = {
    ext_id = "travel-terms"
  }
}
