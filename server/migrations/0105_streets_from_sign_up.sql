-- Signing up stored the state as the street, which showed once the state had changed.
update users set street = '' where street = state and street <> '';
