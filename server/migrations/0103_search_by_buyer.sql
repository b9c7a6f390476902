-- Receipts are found by the buyer on their tax invoice, too.
create or replace function text_of_receipt(receipt receipts) returns text language sql stable
return ' ' || regexp_replace(fold_text(left(concat_ws(E'\n', receipt.supplier, receipt.description, receipt.note,
  receipt.supplier_abn, receipt.buyer, receipt.titles, (
    select string_agg(reading.text, E'\n' order by file.position)
    from receipt_versions file
    join readings reading on reading.owner_id = file.owner_id and reading.sha256 = file.sha256
    where file.owner_id = receipt.owner_id and file.receipt_id = receipt.id and file.replaced_at is null
  )), 8000)), '\s+', ' ', 'g');

drop trigger receipts_text_indexed on receipts;
create trigger receipts_text_indexed after insert
  or update of titles, description, supplier, supplier_abn, buyer, note, sources, suggestions, updated_at, deleted_at
  on receipts for each row execute function index_receipt_text();
-- Indexes what is there already.
update receipts set buyer = buyer where buyer is not null and deleted_at is null;
