-- What happened to the security of an account. Ids are in the order of time.
create table security_events (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  kind text not null,
  -- Null if it wasn't done on a device.
  user_agent text,
  primary key (owner_id, id)
);
-- Rows are in the order of time, so a small index is enough to find the expired ones.
create index security_events_at on security_events using brin (at);
