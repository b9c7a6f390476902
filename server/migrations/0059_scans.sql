-- Files that were stored while there was no scanner, until it has looked at them. Infected ones stay, and aren't served.
create table scans (
  owner_id uuid not null references users (id) on delete cascade,
  sha256 bytea not null references blobs (sha256) on delete cascade,
  -- When the scanner couldn't tell.
  failed_at timestamptz,
  malware text,
  primary key (owner_id, sha256)
);
create index scans_blob on scans (sha256);
create index scans_infected on scans (sha256) where malware is not null;

insert into scans (owner_id, sha256)
select owner_id, sha256 from receipt_versions
union select owner_id, sha256 from drafts
union select owner_id, sha256 from draft_originals;
