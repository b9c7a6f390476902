-- Exports list the notes of a period, a batch at a time.
create index adjustment_notes_issued on adjustment_notes (issued_at, id);
