-- A list without a search shows its sums from the totals, so that it doesn't read all receipts of its owner: for that they
-- count the receipts with an amount, too.
alter table receipt_totals add column with_amount integer not null default 0;
update receipt_totals total set with_amount = (
  select count(receipt.spent_cents) from receipts receipt
  where receipt.owner_id = total.owner_id and receipt.category_id = total.category_id
    and receipt.income_year = total.income_year and receipt.deleted_at is null
);

create or replace function keep_receipt_totals() returns trigger language plpgsql as $$
begin
  insert into receipt_totals as existing
    (owner_id, category_id, income_year, receipts, with_amount, total_cents, claimable_cents)
  select owner_id, category_id, income_year, sum(receipts), sum(with_amount), sum(spent), sum(claimable)
  from (
    select old.owner_id, old.category_id, old.income_year, -1 as receipts, -num_nonnulls(old.spent_cents) as with_amount,
      -coalesce(old.spent_cents, 0) as spent, -coalesce(old.claimable_cents, 0) as claimable
    where tg_op <> 'INSERT' and old.deleted_at is null
    union all
    select new.owner_id, new.category_id, new.income_year, 1, num_nonnulls(new.spent_cents),
      coalesce(new.spent_cents, 0), coalesce(new.claimable_cents, 0)
    where tg_op <> 'DELETE' and new.deleted_at is null
  ) change
  group by owner_id, category_id, income_year
  having sum(receipts) <> 0 or sum(with_amount) <> 0 or sum(spent) <> 0 or sum(claimable) <> 0
  order by owner_id, category_id, income_year
  on conflict (owner_id, category_id, income_year) do update set
    receipts = existing.receipts + excluded.receipts,
    with_amount = existing.with_amount + excluded.with_amount,
    total_cents = existing.total_cents + excluded.total_cents,
    claimable_cents = existing.claimable_cents + excluded.claimable_cents;
  return null;
end
$$;

-- In exactly the order of a list, so that a page of it is read from the index alone.
create index receipts_listed_in_order on receipts (owner_id, purchased_on desc, created_at desc, id desc)
  include (category_id, income_year, supplier, supplier_abn, document_date, paid_date, captured_on,
    total_cents, currency, spent_cents, claimable_cents, name_key, fact_sources)
  where deleted_at is null;
drop index receipts_listed;
alter index receipts_listed_in_order rename to receipts_listed;
