-- Tax packs: an income year as it was at one moment. A pack's zip isn't stored. Its files are, once per content, and it's
-- put together while it's downloaded.
create table packs (
  id uuid not null,
  owner_id uuid not null references users (id) on delete cascade,
  -- The year it ends in.
  income_year smallint not null,
  state text not null check (state in ('waiting', 'building', 'ready', 'failed')),
  -- The accounting software it has files for.
  formats text[] not null,
  -- What it says besides its receipts. Null until it's taken, and again when the pack is ready.
  snapshot jsonb,
  receipts integer not null default 0,
  -- Its original files, how many of them have been checked, and how many are damaged.
  files integer not null default 0,
  checked_files integer not null default 0,
  left_out integer not null default 0,
  size_bytes bigint,
  manifest_sha256 bytea,
  requested_at timestamptz not null,
  taken_at timestamptz,
  primary key (owner_id, id)
);
create index packs_of_year on packs (owner_id, income_year, requested_at desc, id desc);
-- Two requests at once make one pack.
create unique index packs_unfinished on packs (owner_id, income_year) where state in ('waiting', 'building');

-- The lines of its lists, until it's ready.
create table pack_rows (
  owner_id uuid not null,
  pack_id uuid not null,
  position integer not null,
  facts jsonb not null,
  primary key (owner_id, pack_id, position),
  foreign key (owner_id, pack_id) references packs (owner_id, id) on delete cascade
);

create table pack_files (
  owner_id uuid not null,
  pack_id uuid not null,
  -- Original files from 0, documents before them.
  position integer not null,
  -- Null for documents. When a receipt is deleted for good, packs with it can't be downloaded any more.
  receipt_id uuid,
  path text not null,
  sha256 bytea not null references blobs (sha256),
  size_bytes bigint not null,
  crc32 bigint not null,
  modified_on date not null,
  is_damaged boolean not null default false,
  primary key (owner_id, pack_id, position),
  foreign key (owner_id, pack_id) references packs (owner_id, id) on delete cascade,
  foreign key (owner_id, receipt_id) references receipts (owner_id, id) on delete cascade
);
create index pack_files_of_receipt on pack_files (owner_id, receipt_id);
create index pack_files_blob on pack_files (sha256);

-- Each night's check of stored files, for the statement that a file is unchanged. A file is in the part of its first byte.
create table file_checks (
  started_at timestamptz primary key,
  part smallint not null,
  parts smallint not null,
  -- Their hashes.
  damaged bytea[] not null
);
