-- Undo of a change whose response was lost answers the same when it's repeated: how many receipts or files it restored.
alter table receipt_changes add column undone integer;
