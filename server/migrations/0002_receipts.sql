-- The six fixed categories (specification §3), the same for everybody.
create table categories (
  id uuid primary key,
  name text not null unique,
  position integer not null unique
);
insert into categories (id, name, position) values
  ('01937000-0000-7000-8000-000000000001', 'Fuel, Car Repair and Servicing', 1),
  ('01937000-0000-7000-8000-000000000002', 'Travel expenses', 2),
  ('01937000-0000-7000-8000-000000000003', 'Insurance and Memberships', 3),
  ('01937000-0000-7000-8000-000000000004', 'WorkMeal', 4),
  ('01937000-0000-7000-8000-000000000005', 'Certification and Training', 5),
  ('01937000-0000-7000-8000-000000000006', 'Others', 6);

-- Bytes in the blob store, once per content. A row says that they are there (decision 14).
create table blobs (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  size_bytes bigint not null check (size_bytes > 0),
  crc32 bigint not null,
  created_at timestamptz not null,
  -- The last time somebody sent these bytes: what has just been sent is no orphan.
  sent_at timestamptz not null,
  -- Pictures made from these bytes, upright and without metadata; they are blobs themselves.
  preview_state text not null default 'none' check (preview_state in ('none', 'wanted', 'made', 'failed')),
  -- How often making them failed: what fails once may go well another day, what fails time and again never will.
  preview_failures smallint not null default 0,
  thumbnail_sha256 bytea references blobs (sha256),
  page_sha256 bytea references blobs (sha256)
);
create index blobs_preview_wanted on blobs (sent_at) where preview_state = 'wanted';
create index blobs_preview_failed on blobs (preview_failures) where preview_state = 'failed';
create index blobs_thumbnail on blobs (thumbnail_sha256) where thumbnail_sha256 is not null;
create index blobs_page on blobs (page_sha256) where page_sha256 is not null;
create index blobs_sent on blobs (sent_at);
create index users_picture on users (picture_sha256) where picture_sha256 is not null;

-- Files that arrived but are in no category yet (decision 13).
create table drafts (
  id uuid not null,
  owner_id uuid not null references users (id) on delete cascade,
  idempotency_key text,
  sha256 bytea not null references blobs (sha256),
  title text not null,
  type text not null,
  size_bytes bigint not null,
  width integer,
  height integer,
  pages integer,
  preview text not null check (preview in ('image', 'locked', 'none')),
  -- The local day the photo says it was taken.
  taken_on date,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  primary key (owner_id, id)
);
create unique index drafts_sent_once on drafts (owner_id, idempotency_key) where idempotency_key is not null;
create index drafts_expiry on drafts (expires_at);
create index drafts_blob on drafts (sha256);

create table receipts (
  id uuid not null,
  owner_id uuid not null references users (id) on delete cascade,
  category_id uuid not null references categories (id),
  idempotency_key text,
  -- Titles of its current files, one a line.
  titles text not null,
  description text not null,
  supplier text,
  supplier_abn text,
  document_date date,
  paid_date date,
  total_cents bigint check (total_cents >= 0),
  gst_cents bigint check (gst_cents >= 0),
  currency text not null default 'AUD',
  work_use_percent smallint check (work_use_percent between 0 and 100),
  note text,
  captured_on date not null,
  -- The year it ends in: 1 July to 30 June, by date paid, else document date, else local day of capture (decision 18).
  income_year smallint not null generated always as (
    extract(year from coalesce(paid_date, document_date, captured_on))::smallint
      + (extract(month from coalesce(paid_date, document_date, captured_on)) >= 7)::int::smallint
  ) stored,
  search_text text not null generated always as (
    lower(titles || E'\n' || description || E'\n' || coalesce(supplier, '') || E'\n' || coalesce(note, ''))
  ) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (owner_id, id)
);
create unique index receipts_filed_once on receipts (owner_id, idempotency_key) where idempotency_key is not null;
create index receipts_newest on receipts (owner_id, created_at desc, id desc) where deleted_at is null;
create index receipts_in_category on receipts (owner_id, category_id, created_at desc, id desc) where deleted_at is null;
create index receipts_in_year on receipts (owner_id, income_year, created_at desc, id desc) where deleted_at is null;
create index receipts_trashed on receipts (owner_id, deleted_at desc, id desc) where deleted_at is not null;
create index receipts_to_purge on receipts (deleted_at) where deleted_at is not null;

-- Every file a receipt has or had: replacing one adds a version, nothing is overwritten (decision 14).
create table receipt_versions (
  owner_id uuid not null,
  receipt_id uuid not null,
  file_id uuid not null,
  version integer not null check (version >= 1),
  position smallint not null,
  sha256 bytea not null references blobs (sha256),
  title text not null,
  type text not null,
  size_bytes bigint not null,
  width integer,
  height integer,
  pages integer,
  preview text not null check (preview in ('image', 'locked', 'none')),
  created_at timestamptz not null,
  replaced_at timestamptz,
  primary key (owner_id, receipt_id, file_id, version),
  foreign key (owner_id, receipt_id) references receipts (owner_id, id) on delete cascade
);
create unique index receipt_versions_current on receipt_versions (owner_id, receipt_id, position)
  where replaced_at is null;
create index receipt_versions_blob on receipt_versions (sha256);

-- How many receipts there are, kept by the trigger below, so that no list ever counts.
create table receipt_totals (
  owner_id uuid not null references users (id) on delete cascade,
  category_id uuid not null references categories (id),
  income_year smallint not null,
  receipts integer not null,
  total_cents bigint not null,
  -- Grows with every change of one of these receipts, so that what is remembered of a list is known to be stale.
  revision bigint not null,
  primary key (owner_id, category_id, income_year)
);

create function keep_receipt_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and new.deleted_at is null
    and (old.category_id, old.income_year, old.currency) = (new.category_id, new.income_year, new.currency)
  then
    update receipt_totals set
      total_cents = total_cents
        + case when new.currency = 'AUD' then coalesce(new.total_cents, 0) - coalesce(old.total_cents, 0) else 0 end,
      revision = revision + 1
    where owner_id = new.owner_id and category_id = new.category_id and income_year = new.income_year;
    return null;
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then
    update receipt_totals set
      receipts = receipts - 1,
      total_cents = total_cents - case when old.currency = 'AUD' then coalesce(old.total_cents, 0) else 0 end,
      revision = revision + 1
    where owner_id = old.owner_id and category_id = old.category_id and income_year = old.income_year;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into receipt_totals as kept (owner_id, category_id, income_year, receipts, total_cents, revision)
    values (
      new.owner_id, new.category_id, new.income_year, 1,
      case when new.currency = 'AUD' then coalesce(new.total_cents, 0) else 0 end, 1
    )
    on conflict (owner_id, category_id, income_year) do update set
      receipts = kept.receipts + 1,
      total_cents = kept.total_cents + excluded.total_cents,
      revision = kept.revision + 1;
  end if;
  return null;
end
$$;
create trigger receipts_counted after insert or delete or update on receipts
  for each row execute function keep_receipt_totals();
