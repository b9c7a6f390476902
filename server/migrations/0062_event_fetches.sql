-- When the provider's events were last fetched without a gap: the next fetch starts there.
create table event_fetches (
  is_only boolean primary key default true check (is_only),
  completed_at timestamptz not null
);
