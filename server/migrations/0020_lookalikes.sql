-- What each photo of an owner looks like, to find the same photo at another size, quality or format. Waiting rows are
-- the queue of comparing.
create table fingerprints (
  owner_id uuid not null references users (id) on delete cascade,
  sha256 bytea not null references blobs (sha256) on delete cascade,
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- 0: just uploaded; 1: there before photos were compared.
  priority smallint not null default 0,
  requested_at timestamptz not null,
  fingerprint bit(256),
  primary key (owner_id, sha256),
  check (state <> 'done' or fingerprint is not null)
);
create index fingerprints_waiting on fingerprints (priority, owner_id, requested_at) where state = 'waiting';
create index fingerprints_blob on fingerprints (sha256);
-- Those of one owner lie together, so that comparing with all of them reads the index only.
create index fingerprints_of_owner on fingerprints (owner_id) include (fingerprint, sha256)
  where fingerprint is not null;

-- Photos that show the same, each pair in both directions.
create table lookalikes (
  owner_id uuid not null,
  sha256 bytea not null,
  other_sha256 bytea not null,
  primary key (owner_id, sha256, other_sha256),
  foreign key (owner_id, sha256) references fingerprints (owner_id, sha256) on delete cascade,
  foreign key (owner_id, other_sha256) references fingerprints (owner_id, sha256) on delete cascade
);
create index lookalikes_other on lookalikes (owner_id, other_sha256);

-- Compares what is there already.
insert into fingerprints (owner_id, sha256, state, priority, requested_at)
select owner_id, sha256, 'waiting', 1, min(created_at) from (
  select owner_id, sha256, created_at from receipt_versions where replaced_at is null and type like 'image/%'
  union all
  select owner_id, sha256, created_at from drafts where expires_at is null and type like 'image/%'
) photos
group by owner_id, sha256;
