-- What each owner's files take. A file counts once, however many uploads, receipts and earlier versions hold it, until the
-- last of them is deleted: filing, merging, splitting and the bin don't change the sum. Previews and packs don't count.
create table owner_files (
  owner_id uuid not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  primary key (owner_id, sha256)
);
create table owner_storage (
  owner_id uuid primary key references users (id) on delete cascade,
  bytes bigint not null
);

-- Both triggers run at the commit, files before sums: a row that every upload of an owner changes is locked only while
-- that is written, and always last.
create function track_owner_file() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    -- Locks a file that is known already, so that deleting its last use elsewhere sees this one.
    insert into owner_files as existing (owner_id, sha256, size_bytes) values (new.owner_id, new.sha256, new.size_bytes)
    on conflict (owner_id, sha256) do update set size_bytes = existing.size_bytes where false;
  end if;
  if tg_op <> 'INSERT' then
    perform from owner_files where owner_id = old.owner_id and sha256 = old.sha256 for update;
    delete from owner_files f
    where f.owner_id = old.owner_id and f.sha256 = old.sha256
      and not exists (select from drafts d where d.sha256 = old.sha256 and d.owner_id = old.owner_id)
      and not exists (select from draft_originals o where o.sha256 = old.sha256 and o.owner_id = old.owner_id)
      and not exists (select from receipt_versions v where v.sha256 = old.sha256 and v.owner_id = old.owner_id);
  end if;
  return null;
end
$$;

create function sum_owner_storage() returns trigger language plpgsql as $$
declare
  total bigint;
begin
  if tg_op = 'DELETE' then
    update owner_storage set bytes = bytes - old.size_bytes where owner_id = old.owner_id;
    return null;
  end if;
  insert into owner_storage as existing (owner_id, bytes) values (new.owner_id, new.size_bytes)
  on conflict (owner_id) do update set bytes = existing.bytes + excluded.bytes
  returning bytes into total;
  -- Set by the statement that adds an upload.
  if total > nullif(current_setting('docketbox.storage_limit', true), '')::bigint then
    raise exception 'the storage of an owner is used up' using errcode = 'DS001';
  end if;
  return null;
end
$$;

insert into owner_files (owner_id, sha256, size_bytes)
select distinct on (owner_id, sha256) owner_id, sha256, size_bytes from (
  select owner_id, sha256, size_bytes from drafts
  union all select owner_id, sha256, size_bytes from draft_originals
  union all select owner_id, sha256, size_bytes from receipt_versions
) files;
insert into owner_storage (owner_id, bytes) select owner_id, sum(size_bytes) from owner_files group by owner_id;

create constraint trigger drafts_stored after insert or delete or update of sha256 on drafts
  deferrable initially deferred for each row execute function track_owner_file();
create constraint trigger draft_originals_stored after insert or delete on draft_originals
  deferrable initially deferred for each row execute function track_owner_file();
create constraint trigger receipt_versions_stored after insert or delete on receipt_versions
  deferrable initially deferred for each row execute function track_owner_file();
create constraint trigger owner_files_summed after insert or delete on owner_files
  deferrable initially deferred for each row execute function sum_owner_storage();
