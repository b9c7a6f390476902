-- What was read off a file of an owner. Waiting rows are the queue of the reader.
create table readings (
  owner_id uuid not null references users (id) on delete cascade,
  sha256 bytea not null references blobs (sha256) on delete cascade,
  type text not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- 0: the owner may be looking at it; 1: one of many old receipts.
  priority smallint not null default 0,
  failures smallint not null default 0,
  requested_at timestamptz not null,
  leased_until timestamptz,
  read_at timestamptz,
  reader_version smallint,
  fields jsonb,
  text text,
  primary key (owner_id, sha256),
  check (state <> 'done' or (fields is not null and text is not null and read_at is not null))
);
create index readings_waiting on readings (priority, owner_id, requested_at) where state = 'waiting';
create index readings_blob on readings (sha256);

-- Where each fact comes from: typed, read, confirmed (read, then accepted) or default. Values that were read without
-- certainty are suggestions until the owner accepts or replaces them.
alter table receipts
  add column sources jsonb not null default '{}',
  add column suggestions jsonb;
-- Whatever a receipt already says was typed.
update receipts set sources = jsonb_strip_nulls(jsonb_build_object(
  'description', 'typed',
  'supplier', case when supplier is not null then 'typed' end,
  'supplierAbn', case when supplier_abn is not null then 'typed' end,
  'documentDate', case when document_date is not null then 'typed' end,
  'totalCents', case when total_cents is not null then 'typed' end,
  'gstCents', case when gst_cents is not null then 'typed' end,
  'workUsePercent', case when work_use_percent is not null then 'typed' end
));
create index receipts_to_check on receipts (owner_id) where suggestions is not null and deleted_at is null;
-- Which category and work use an owner usually gives a supplier.
create index receipts_of_supplier on receipts (owner_id, lower(supplier)) where supplier is not null and deleted_at is null;
create index receipts_of_abn on receipts (owner_id, supplier_abn) where supplier_abn is not null and deleted_at is null;

-- Pairs of what was read and what the owner kept, to learn from and to measure accuracy by.
create table read_values (
  owner_id uuid not null,
  receipt_id uuid not null,
  field text not null check (field in ('supplier', 'supplierAbn', 'documentDate', 'totalCents', 'gstCents')),
  level text not null check (level in ('sure', 'check')),
  read_value text not null,
  -- Null when the owner cleared it.
  kept_value text,
  decided_at timestamptz not null,
  primary key (owner_id, receipt_id, field),
  foreign key (owner_id, receipt_id) references receipts (owner_id, id) on delete cascade
);
create index read_values_learned on read_values (owner_id, field, read_value, decided_at desc);

-- Uploads wait to be filed for as long as it takes. Profile pictures, filed and discarded uploads expire.
alter table drafts alter column expires_at drop not null;
create index drafts_to_file on drafts (owner_id, created_at, id) where claimed_at is null and expires_at is null;
