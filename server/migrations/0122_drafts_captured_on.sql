-- The day a file was added on its user's device, which may have been offline for days before it was uploaded. Unknown for
-- earlier rows.
alter table drafts add column captured_on date;
