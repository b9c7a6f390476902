-- The picture of a draft before it was cropped or straightened. Filing makes it the first version of the file.
create table draft_originals (
  owner_id uuid not null,
  draft_id uuid not null,
  sha256 bytea not null references blobs (sha256),
  title text not null,
  type text not null,
  size_bytes bigint not null,
  width integer,
  height integer,
  primary key (owner_id, draft_id),
  foreign key (owner_id, draft_id) references drafts (owner_id, id) on delete cascade
);
alter table drafts add column adjusted_at timestamptz;
create index draft_originals_blob on draft_originals (sha256);
