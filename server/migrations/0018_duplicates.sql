-- The receipt a draft was filed in, so that filing can be undone while the draft exists.
alter table drafts
  add column receipt_id uuid,
  -- The owner saw that it's like another one, and keeps both.
  add column duplicate_kept boolean not null default false;
create index drafts_of_receipt on drafts (owner_id, receipt_id) where receipt_id is not null;

alter table receipts add column duplicate_kept boolean not null default false;
