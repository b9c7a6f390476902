-- Searching e-mail addresses for one or two characters: too few for a trigram. Its cost keeps the database from
-- working it out row by row where the index has it.
create function short_parts(text text) returns text[]
  language sql immutable strict parallel safe cost 100000
return array(select substr(text, place, 2) from generate_series(1, length(text)) place) || string_to_array(text, null);
create index users_email_short_part on users using gin (short_parts(lower(email)));
