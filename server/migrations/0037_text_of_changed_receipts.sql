-- A change that can't change what is found about a receipt, such as another suggested label, doesn't index it again.
drop trigger receipts_text_indexed on receipts;
create trigger receipts_text_indexed after insert
  or update of titles, description, supplier, supplier_abn, note, sources, suggestions, updated_at, deleted_at
  on receipts for each row execute function index_receipt_text();
