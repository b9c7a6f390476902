-- What merging changed about a receipt, to take it back.
create table receipt_merges (
  owner_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  -- The draft or receipt whose files became further pages.
  source_id uuid not null,
  merged_at timestamptz not null,
  file_ids uuid[] not null,
  -- The receipt before.
  previous jsonb not null,
  primary key (owner_id, id),
  unique (owner_id, source_id),
  foreign key (owner_id, receipt_id) references receipts (owner_id, id) on delete cascade
);
create index receipt_merges_receipt on receipt_merges (owner_id, receipt_id);
