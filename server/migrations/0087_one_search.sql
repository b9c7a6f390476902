-- Receipts are searched by receipt_texts alone.
alter table receipts drop column search_text;
