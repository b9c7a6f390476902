-- A record deleted in the last day. A deletion whose response was lost returns it again when it's repeated, so that Undo restores
-- what was deleted. Replaces removed_vehicles, which only had vehicles' years.
drop table removed_vehicles;

create table deleted_records (
  owner_id uuid not null references users (id) on delete cascade,
  -- As in `trip:` and its id.
  key text not null,
  record jsonb not null,
  deleted_at timestamptz not null,
  primary key (owner_id, key)
);
create index deleted_records_deleted_at on deleted_records (deleted_at);
