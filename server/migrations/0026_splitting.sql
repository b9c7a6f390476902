-- Where each receipt is in a picture that shows several.
alter table readings add column receipts jsonb;
-- The draft of the picture that this one was cut out of, to take that back.
alter table drafts add column split_from uuid;
create index drafts_split on drafts (owner_id, split_from) where split_from is not null;
