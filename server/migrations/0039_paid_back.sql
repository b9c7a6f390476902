-- Who a tax invoice is made out to, and whether someone paid the owner back.
alter table receipts add column buyer text, add column is_reimbursed boolean;

-- What was paid back isn't claimable. Before Postgres 17 the expression of a column can't be changed, so the column is made
-- again, with what depends on it.
drop trigger receipts_counted on receipts;
drop index receipts_listed;
alter table receipts drop column claimable_cents;
alter table receipts add column claimable_cents bigint generated always as (
  case when label_confirmed = 'private' or is_reimbursed
    then (case when currency = 'AUD' then total_cents else aud_cents end) * 0
    else ((case when currency = 'AUD' then total_cents else aud_cents end)
      * coalesce(work_use_percent, 100) + 50) / 100
  end
) stored;
create index receipts_listed on receipts (owner_id, purchased_on desc, id desc)
  include (created_at, category_id, income_year, supplier, supplier_abn, document_date, paid_date, captured_on,
    total_cents, currency, spent_cents, claimable_cents, name_key, fact_sources)
  where deleted_at is null;
create constraint trigger receipts_counted after insert or delete
  or update of owner_id, category_id, income_year, spent_cents, claimable_cents, deleted_at on receipts
  deferrable initially deferred for each row execute function keep_receipt_totals();

-- So far only a question about courses asked for it. Counted at once: later changes of the table can't wait for the commit.
set constraints receipts_counted immediate;
update receipts set is_reimbursed = label_answers->>'paidBack' = 'yes', label_answers = label_answers - 'paidBack'
  where label_answers ? 'paidBack';
set constraints receipts_counted deferred;
