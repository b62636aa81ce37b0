# The external ID of the terms, which the service chose and the data source idm_terms shows.
terraform import idm_terms.travel travel-terms
