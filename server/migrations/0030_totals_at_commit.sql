-- The row of totals that a new receipt changes stayed locked until its transaction had made all its round trips, and
-- other uploads of the same owner waited. Changed at the commit instead, it's locked only while that is written.
drop trigger receipts_counted on receipts;
create constraint trigger receipts_counted after insert or delete or update on receipts
  deferrable initially deferred for each row execute function keep_receipt_totals();
