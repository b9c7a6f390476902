-- Only receipts outside the bin have a text, so that a search doesn't look each one up.
create or replace function index_receipt_text() returns trigger language plpgsql as $$
declare
  new_text text;
begin
  if new.deleted_at is not null then
    delete from receipt_texts where owner_id = new.owner_id and receipt_id = new.id;
    return null;
  end if;
  new_text := text_of_receipt(new);
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
delete from receipt_texts text using receipts receipt
where receipt.owner_id = text.owner_id and receipt.id = text.receipt_id and receipt.deleted_at is not null;
