-- Files that the reader wasn't certain about: a later version of it may read more.
create index readings_uncertain on readings (coalesce(reader_version, 0))
where state <> 'waiting' and (fields -> 'supplier' ->> 'level' is distinct from 'sure'
  or fields -> 'documentDate' ->> 'level' is distinct from 'sure'
  or fields -> 'totalCents' ->> 'level' is distinct from 'sure');
