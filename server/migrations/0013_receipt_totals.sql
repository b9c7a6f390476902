-- A move changes two rows of totals. Locking them in one order keeps opposite moves from waiting for each other.
create or replace function keep_receipt_totals() returns trigger language plpgsql as $$
begin
  insert into receipt_totals as existing (owner_id, category_id, income_year, receipts, total_cents)
  select owner_id, category_id, income_year, sum(receipts), sum(cents)
  from (
    select old.owner_id, old.category_id, old.income_year, -1 as receipts,
      case when old.currency = 'AUD' then -coalesce(old.total_cents, 0) else 0 end as cents
    where tg_op <> 'INSERT' and old.deleted_at is null
    union all
    select new.owner_id, new.category_id, new.income_year, 1,
      case when new.currency = 'AUD' then coalesce(new.total_cents, 0) else 0 end
    where tg_op <> 'DELETE' and new.deleted_at is null
  ) change
  group by owner_id, category_id, income_year
  having sum(receipts) <> 0 or sum(cents) <> 0
  order by owner_id, category_id, income_year
  on conflict (owner_id, category_id, income_year) do update set
    receipts = existing.receipts + excluded.receipts,
    total_cents = existing.total_cents + excluded.total_cents;
  return null;
end
$$;
alter table receipt_totals drop column revision;
