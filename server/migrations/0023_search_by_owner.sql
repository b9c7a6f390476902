-- The texts in parts by owner, so that a search reads the trigrams of a sixteenth of all receipts. White space is one
-- space and comes before the first word, so that the beginning of any word can be searched.
create or replace function text_of_receipt(receipt receipts) returns text language sql stable
return ' ' || regexp_replace(fold_text(left(concat_ws(E'\n', receipt.supplier, receipt.description, receipt.note,
  receipt.supplier_abn, receipt.titles, (
    select string_agg(reading.text, E'\n' order by file.position)
    from receipt_versions file
    join readings reading on reading.owner_id = file.owner_id and reading.sha256 = file.sha256
    where file.owner_id = receipt.owner_id and file.receipt_id = receipt.id and file.replaced_at is null
  )), 8000)), '\s+', ' ', 'g');

drop table receipt_texts;
create table receipt_texts (
  owner_id uuid not null,
  receipt_id uuid not null,
  text text not null,
  primary key (owner_id, receipt_id),
  foreign key (owner_id, receipt_id) references receipts (owner_id, id) on delete cascade
) partition by hash (owner_id);
do $$
begin
  for part in 0..15 loop
    execute format('create table receipt_texts_%s partition of receipt_texts
      for values with (modulus 16, remainder %s) with (toast_tuple_target = 8160)', part, part);
  end loop;
end
$$;
insert into receipt_texts select receipt.owner_id, receipt.id, text_of_receipt(receipt) from receipts receipt;
-- Searches read the whole list of pending entries, so it's short.
create index receipt_texts_search on receipt_texts using gin (owner_id, text gin_trgm_ops)
  with (gin_pending_list_limit = 512);

alter table receipts
  -- To sort by supplier.
  add column name_key text not null generated always as (lower(left(coalesce(supplier, description), 60))) stored,
  -- Where the supplier, the date and the amount come from.
  add column fact_sources text[] not null generated always as (
    array[sources->>'supplier', sources->>'documentDate', sources->>'totalCents']
  ) stored;
-- Everything that lists are filtered, sorted and added up by, so that they read only the page shown from the table.
create index receipts_listed on receipts (owner_id, purchased_on desc, id desc)
  include (created_at, category_id, income_year, supplier, supplier_abn, document_date, paid_date, captured_on,
    total_cents, currency, name_key, fact_sources)
  where deleted_at is null;
drop index receipts_by_purchase;

-- With the type, to filter by it.
drop index receipt_versions_current;
create unique index receipt_versions_current on receipt_versions (owner_id, receipt_id, position) include (type)
  where replaced_at is null;

-- With the amount and date, to find duplicates among many receipts of a supplier.
drop index receipts_of_supplier;
create index receipts_of_supplier on receipts (owner_id, lower(supplier), total_cents, document_date)
  where supplier is not null and deleted_at is null;

-- The newest decisions, to measure accuracy by.
create index read_values_decided on read_values (decided_at desc);
