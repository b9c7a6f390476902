-- Income years that owners share with someone else, such as their accountant: a room.

create table rooms (
  id uuid not null,
  owner_id uuid not null references users (id) on delete cascade,
  email text not null,
  -- The invited person's account once it's known, so that the room stays theirs when their address changes.
  guest_id uuid references users (id) on delete set null,
  -- The years they end in.
  income_years smallint[] not null check (cardinality(income_years) between 1 and 10),
  -- Of access, in Sydney.
  last_day date not null,
  has_originals boolean not null,
  passcode_hash text,
  created_at timestamptz not null,
  first_opened_at timestamptz,
  last_access_at timestamptz,
  revoked_at timestamptz,
  idempotency_key text,
  primary key (owner_id, id)
);
create unique index rooms_id on rooms (id);
create unique index rooms_created_once on rooms (owner_id, idempotency_key) where idempotency_key is not null;
create index rooms_of_guest on rooms (guest_id) where guest_id is not null and revoked_at is null;
create index rooms_of_email on rooms (lower(email)) where guest_id is null and revoked_at is null;

-- Mailed links; only the SHA-256 of a token is stored.
create table room_links (
  token_hash bytea primary key,
  owner_id uuid not null,
  room_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (owner_id, room_id) references rooms (owner_id, id) on delete cascade
);
create index room_links_of_room on room_links (owner_id, room_id);

create table room_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  owner_id uuid not null,
  room_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  foreign key (owner_id, room_id) references rooms (owner_id, id) on delete cascade
);
create index room_sessions_of_room on room_sessions (owner_id, room_id);
create index room_sessions_expiry on room_sessions (expires_at);

-- What guests opened and downloaded. Ids are in the order of time.
create table room_accesses (
  owner_id uuid not null,
  room_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  at timestamptz not null,
  action text not null,
  -- An income year, the id of a receipt, or what was searched for.
  about text,
  file_name text,
  primary key (owner_id, room_id, id),
  foreign key (owner_id, room_id) references rooms (owner_id, id) on delete cascade
);
create index room_accesses_of_session on room_accesses (owner_id, room_id, session_id, at);

-- Requests, comments, reviewed marks and proposed labels. Ids are in the order of time.
create table room_notes (
  owner_id uuid not null,
  room_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('request', 'comment', 'reviewed', 'label')),
  author text not null check (author in ('guest', 'owner')),
  income_year smallint not null,
  receipt_id uuid,
  text text,
  label text,
  created_at timestamptz not null,
  answered_at timestamptz,
  answer text,
  answer_receipt_id uuid,
  is_accepted boolean,
  idempotency_key text,
  primary key (owner_id, id),
  foreign key (owner_id, room_id) references rooms (owner_id, id) on delete cascade,
  foreign key (owner_id, receipt_id) references receipts (owner_id, id) on delete cascade
);
create index room_notes_of_room on room_notes (owner_id, room_id, id);
create index room_notes_of_receipt on room_notes (owner_id, receipt_id) where receipt_id is not null;
create index room_notes_open on room_notes (owner_id, id) where kind in ('request', 'label') and answered_at is null;
create unique index room_notes_added_once on room_notes (owner_id, room_id, idempotency_key)
  where idempotency_key is not null;
-- Something is reviewed, or it isn't: a receipt, or a whole year.
create unique index room_notes_reviewed on room_notes (owner_id, room_id, income_year, receipt_id) nulls not distinct
  where kind = 'reviewed';
