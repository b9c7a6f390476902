-- Backups that were begun, to tell the age of the newest one on any machine. The backups themselves have manifests.
create table backups (
  id uuid primary key,
  location text not null,
  started_at timestamptz not null,
  -- Null while it runs, and if it failed.
  finished_at timestamptz,
  files bigint,
  bytes bigint,
  -- Files that were missing or damaged.
  unreadable integer
);
create index backups_started on backups (started_at desc);
create index backups_complete on backups (started_at desc) where finished_at is not null;
