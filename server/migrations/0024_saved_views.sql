-- Filters and orders of receipts that owners saved under a name.
create table saved_views (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  sort text not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);
