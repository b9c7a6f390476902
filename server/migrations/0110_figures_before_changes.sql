-- What an owner's records of a finished income year added up to before the first change on a day. If that was after they
-- lodged their return, comparing it with what they add up to now shows whether the return is out of date.
create table figures_before_changes (
  owner_id uuid not null references users (id) on delete cascade,
  income_year integer not null,
  source text not null check (source in ('records', 'expenses')),
  -- In Perth, as with receipts that were added after lodging.
  changed_on date not null,
  -- By kind.
  figures jsonb not null,
  primary key (owner_id, income_year, source, changed_on)
);
