-- The response with new recovery codes can be lost: their owner says that they've saved them. Those from before count as saved.
alter table recovery_codes add column is_saved boolean not null default true;
alter table recovery_codes alter column is_saved set default false;
