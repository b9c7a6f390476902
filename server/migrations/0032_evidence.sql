-- Evidence of expenses that isn't a receipt: the owner's own record of what a receipt would show.
create table evidence_records (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('smallExpense', 'unobtainable', 'bankLine')),
  paid_on date not null,
  -- The year it ends in.
  income_year smallint not null generated always as (
    extract(year from paid_on)::smallint + (extract(month from paid_on) >= 7)::int::smallint
  ) stored,
  supplier text not null,
  description text not null,
  amount_cents bigint not null check (amount_cents > 0),
  label text check (label ~ '^(D([1-9]|1[0-5])|business|rental|private)$'),
  work_use_percent smallint check (work_use_percent between 0 and 100),
  -- The share for work, rounded half up.
  claimable_cents bigint not null generated always as (
    case when label = 'private' then 0 else (amount_cents * coalesce(work_use_percent, 100) + 50) / 100 end
  ) stored,
  note text,
  -- Who made the record, with their name at that time, and when.
  entered_by uuid not null,
  entered_name text not null,
  entered_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (owner_id, id)
);
create index evidence_records_in_year on evidence_records (owner_id, income_year, paid_on desc, id desc)
  where deleted_at is null;
create index evidence_records_to_purge on evidence_records (deleted_at) where deleted_at is not null;
