-- What each owner is asked once: how they earn, and whether they're registered for GST.
create table tax_profiles (
  owner_id uuid primary key references users (id) on delete cascade,
  work text check (work in ('employee', 'soleTrader', 'both')),
  is_gst_registered boolean,
  updated_at timestamptz not null
);

alter table receipts
  -- Where it goes in the tax return: as we suggest, and as its owner confirmed.
  add column label_suggested text check (label_suggested ~ '^(D([1-9]|1[0-5])|business|rental|private)$'),
  add column label_confirmed text check (label_confirmed ~ '^(D([1-9]|1[0-5])|business|rental|private)$'),
  add column label_answers jsonb not null default '{}',
  -- When the owner last wrote the description: after lodging, it no longer counts as evidence of what was bought.
  add column described_at timestamptz,
  -- What a total in another currency was in Australian dollars.
  add column aud_cents bigint check (aud_cents >= 0),
  add column spent_cents bigint generated always as (
    case when currency = 'AUD' then total_cents else aud_cents end
  ) stored,
  -- The share of that for work, rounded half up.
  add column claimable_cents bigint generated always as (
    case when label_confirmed = 'private'
      then (case when currency = 'AUD' then total_cents else aud_cents end) * 0
      else ((case when currency = 'AUD' then total_cents else aud_cents end)
        * coalesce(work_use_percent, 100) + 50) / 100
    end
  ) stored;

alter table receipts disable trigger user;
update receipts set
  label_suggested = case right(category_id::text, 1)
    when '1' then 'D1' when '2' then 'D2' when '4' then 'private' when '5' then 'D4' end,
  described_at = case when sources->>'description' = 'typed' then created_at end;
alter table receipts enable trigger user;

alter table receipt_totals add column claimable_cents bigint not null default 0;
update receipt_totals total set claimable_cents = (
  select coalesce(sum(receipt.claimable_cents), 0) from receipts receipt
  where receipt.owner_id = total.owner_id and receipt.category_id = total.category_id
    and receipt.income_year = total.income_year and receipt.deleted_at is null
);

create or replace function keep_receipt_totals() returns trigger language plpgsql as $$
begin
  insert into receipt_totals as existing (owner_id, category_id, income_year, receipts, total_cents, claimable_cents)
  select owner_id, category_id, income_year, sum(receipts), sum(spent), sum(claimable)
  from (
    select old.owner_id, old.category_id, old.income_year, -1 as receipts,
      -coalesce(old.spent_cents, 0) as spent, -coalesce(old.claimable_cents, 0) as claimable
    where tg_op <> 'INSERT' and old.deleted_at is null
    union all
    select new.owner_id, new.category_id, new.income_year, 1,
      coalesce(new.spent_cents, 0), coalesce(new.claimable_cents, 0)
    where tg_op <> 'DELETE' and new.deleted_at is null
  ) change
  group by owner_id, category_id, income_year
  having sum(receipts) <> 0 or sum(spent) <> 0 or sum(claimable) <> 0
  order by owner_id, category_id, income_year
  on conflict (owner_id, category_id, income_year) do update set
    receipts = existing.receipts + excluded.receipts,
    total_cents = existing.total_cents + excluded.total_cents,
    claimable_cents = existing.claimable_cents + excluded.claimable_cents;
  return null;
end
$$;

-- With what was spent and is claimable, to add up searches.
create index receipts_listed_with_claims on receipts (owner_id, purchased_on desc, id desc)
  include (created_at, category_id, income_year, supplier, supplier_abn, document_date, paid_date, captured_on,
    total_cents, currency, spent_cents, claimable_cents, name_key, fact_sources)
  where deleted_at is null;
drop index receipts_listed;
alter index receipts_listed_with_claims rename to receipts_listed;
