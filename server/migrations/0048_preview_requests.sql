-- Whose unfinished previews to forget when an account is deleted.
update derivatives set requested_by = '00000000-0000-0000-0000-000000000000' where state = 'done';
create index derivatives_requested on derivatives (requested_by)
  where requested_by <> '00000000-0000-0000-0000-000000000000';
