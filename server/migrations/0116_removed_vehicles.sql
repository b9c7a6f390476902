-- What was entered for the years of a vehicle deleted in the last day. A deletion whose response was lost returns it again when
-- it's repeated, so that Undo restores it.
create table removed_vehicles (
  owner_id uuid not null references users (id) on delete cascade,
  vehicle_id uuid not null,
  years jsonb not null,
  removed_at timestamptz not null,
  primary key (owner_id, vehicle_id)
);
