-- What owners said about an income year, and what we mailed them about it.
create table income_years (
  owner_id uuid not null references users (id) on delete cascade,
  -- The year it ends in.
  income_year smallint not null,
  lodged_on date,
  lodged_via text check (lodged_via in ('myTax', 'agent', 'paper')),
  amended_on date,
  -- Whether an objection, review or appeal is open, which suspends the end of the retention.
  is_disputed boolean not null default false,
  -- When they said, after the end of the retention, that the receipts stay.
  kept_at timestamptz,
  summary_mailed_at timestamptz,
  end_mailed_at timestamptz,
  primary key (owner_id, income_year),
  check ((lodged_on is null) = (lodged_via is null)),
  check (amended_on is null or amended_on >= lodged_on)
);
-- Years whose retention may have ended without a mail about it.
create index income_years_to_mail on income_years (lodged_on, owner_id, income_year)
  where lodged_on is not null and end_mailed_at is null and not is_disputed;

-- Owners with receipts of a year, for the yearly mail.
create index receipt_totals_of_year on receipt_totals (income_year, owner_id);

-- The last income year an asset is claimed in, from which its retention counts; as the year it ends in.
alter table receipts add column last_claimed_year smallint;
create index receipts_claimed_longer on receipts (owner_id, last_claimed_year)
  where last_claimed_year is not null and deleted_at is null;
