-- What is made from a blob is a row of its own, so that further kinds (text, say) need no new columns; and every
-- reference to a blob is a foreign key, which decides what garbage collection may delete.
create table derivatives (
  sha256 bytea not null references blobs (sha256) on delete cascade,
  kind text not null check (kind in ('preview')),
  state text not null check (state in ('pending', 'done', 'failed')),
  failures smallint not null default 0,
  requested_at timestamptz not null,
  -- The result is itself a blob. A preview is a page-sized picture and a thumbnail.
  result_sha256 bytea references blobs (sha256),
  thumbnail_sha256 bytea references blobs (sha256),
  primary key (sha256, kind),
  check ((state = 'done') = (result_sha256 is not null))
);
insert into derivatives (sha256, kind, state, failures, requested_at, result_sha256, thumbnail_sha256)
select sha256, 'preview', case preview_state when 'wanted' then 'pending' when 'made' then 'done' else 'failed' end,
  preview_failures, sent_at,
  case preview_state when 'made' then page_sha256 end, case preview_state when 'made' then thumbnail_sha256 end
from blobs where preview_state <> 'none';

create index derivatives_pending on derivatives (kind, requested_at) where state = 'pending';
create index derivatives_failed on derivatives (kind, failures) where state = 'failed';
create index derivatives_result on derivatives (result_sha256) where result_sha256 is not null;
create index derivatives_thumbnail on derivatives (thumbnail_sha256) where thumbnail_sha256 is not null;

alter table blobs
  drop column preview_state,
  drop column preview_failures,
  drop column thumbnail_sha256,
  drop column page_sha256;

alter table users add foreign key (picture_sha256) references blobs (sha256);
