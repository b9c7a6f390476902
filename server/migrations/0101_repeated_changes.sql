-- A change of many receipts whose response was lost is made once, however often it's repeated.
alter table receipt_changes add column idempotency_key text;
create unique index receipt_changes_by_key on receipt_changes (owner_id, idempotency_key) where idempotency_key is not null;
