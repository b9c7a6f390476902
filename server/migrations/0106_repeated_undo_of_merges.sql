-- Undoing a merge whose answer was lost can be repeated.
alter table receipt_merges add column is_undone boolean not null default false;
