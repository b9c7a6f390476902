-- What can be found about a receipt: its texts and what was read off its files, folded. It has its own table so that a
-- change of anything else rewrites neither the texts nor their index.
do $$
begin
  create extension if not exists btree_gin;
  create extension if not exists fuzzystrmatch;
exception when others then
  raise exception 'Docketbox needs the extensions pg_trgm, btree_gin and fuzzystrmatch: %. Install the contrib modules of Postgres, or have an administrator run "create extension" for each.', sqlerrm;
end
$$;

-- Lower case, without accents and apostrophes, which phones and computers type differently.
create function fold_text(text text) returns text language sql immutable strict parallel safe
return lower(regexp_replace(normalize(text, nfkd), U&'[\0300-\036f''`\2018\2019]', '', 'g'));

create table receipt_texts (
  owner_id uuid not null,
  receipt_id uuid not null,
  text text not null,
  primary key (owner_id, receipt_id),
  foreign key (owner_id, receipt_id) references receipts (owner_id, id) on delete cascade
) with (toast_tuple_target = 8160);
create index receipt_texts_search on receipt_texts using gin (owner_id, text gin_trgm_ops);

-- The words of an owner, to find what a mistyped one should be. They stay when a receipt goes.
create table receipt_words (
  owner_id uuid not null references users (id) on delete cascade,
  word text not null,
  primary key (owner_id, word)
);

-- 8000 characters are several pages of a receipt.
create function text_of_receipt(receipt receipts) returns text language sql stable
return fold_text(left(concat_ws(E'\n', receipt.supplier, receipt.description, receipt.note, receipt.supplier_abn,
  receipt.titles, (
    select string_agg(reading.text, E'\n' order by file.position)
    from receipt_versions file
    join readings reading on reading.owner_id = file.owner_id and reading.sha256 = file.sha256
    where file.owner_id = receipt.owner_id and file.receipt_id = receipt.id and file.replaced_at is null
  )), 8000));

create function index_receipt_text() returns trigger language plpgsql as $$
declare
  new_text text := text_of_receipt(new);
begin
  insert into receipt_texts as existing (owner_id, receipt_id, text) values (new.owner_id, new.id, new_text)
  on conflict (owner_id, receipt_id) do update set text = excluded.text where existing.text <> excluded.text;
  if found then
    insert into receipt_words (owner_id, word)
    select distinct new.owner_id, word from regexp_split_to_table(new_text, '[^[:alpha:]]+') word
    where length(word) between 4 and 30
    order by word
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger receipts_text_indexed after insert or update on receipts
  for each row execute function index_receipt_text();
-- Indexes what is there already.
update receipts set updated_at = updated_at;

-- The day a receipt is of, to sort and search by.
alter table receipts add column purchased_on date not null
  generated always as (coalesce(document_date, paid_date, captured_on)) stored;
create index receipts_by_purchase on receipts (owner_id, purchased_on desc, id desc) where deleted_at is null;

-- What receipts were before a change of many, for a day, to take it back.
create table receipt_changes (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  changed_at timestamptz not null,
  previous jsonb not null,
  primary key (owner_id, id)
);
