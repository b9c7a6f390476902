-- PDFs are compared by what their first page looks like, only with each other.
alter table fingerprints add column kind text not null default 'photo' check (kind in ('photo', 'document'));
drop index fingerprints_of_owner;
create index fingerprints_of_owner on fingerprints (owner_id, kind) include (fingerprint, sha256)
  where fingerprint is not null;

-- Compares what is there already.
insert into fingerprints (owner_id, sha256, kind, state, priority, requested_at)
select owner_id, sha256, 'document', 'waiting', 1, min(created_at) from (
  select owner_id, sha256, created_at from receipt_versions
  where replaced_at is null and type = 'application/pdf' and preview = 'image'
  union all
  select owner_id, sha256, created_at from drafts
  where expires_at is null and type = 'application/pdf' and preview = 'image'
) documents
group by owner_id, sha256;
