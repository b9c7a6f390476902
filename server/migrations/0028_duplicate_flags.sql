-- Receipts that something else may be a duplicate of, or that may be one: lists look for duplicates of these only. It's
-- never taken back, because looking again finds out.
alter table receipts add column may_be_duplicate boolean not null default false;

-- Finds the receipts of an owner with the same file, and those of all owners when its bytes may be deleted.
create index receipt_versions_of_file on receipt_versions (sha256, owner_id);
drop index receipt_versions_blob;

create function flag_same_details() returns trigger language plpgsql as $$
begin
  if exists (
    select from receipts r where r.owner_id = new.owner_id and lower(r.supplier) = lower(new.supplier)
      and r.total_cents = new.total_cents and r.document_date = new.document_date and r.id <> new.id
  ) then
    update receipts r set may_be_duplicate = true
    where r.owner_id = new.owner_id and lower(r.supplier) = lower(new.supplier) and r.total_cents = new.total_cents
      and r.document_date = new.document_date and not r.may_be_duplicate;
  end if;
  return null;
end
$$;
create trigger receipts_details_flagged after insert or update of supplier, total_cents, document_date, deleted_at
  on receipts for each row
  when (new.supplier is not null and new.total_cents is not null and new.document_date is not null
    and new.deleted_at is null)
  execute function flag_same_details();

create function flag_same_file() returns trigger language plpgsql as $$
begin
  if exists (
    select from receipt_versions v where v.owner_id = new.owner_id and v.sha256 = new.sha256
      and v.receipt_id <> new.receipt_id
  ) or exists (select from lookalikes l where l.owner_id = new.owner_id and l.sha256 = new.sha256) then
    update receipts r set may_be_duplicate = true
    where r.owner_id = new.owner_id and not r.may_be_duplicate and r.id in (
      select v.receipt_id from receipt_versions v where v.owner_id = new.owner_id and (v.sha256 = new.sha256 or v.sha256 in (
        select l.other_sha256 from lookalikes l where l.owner_id = new.owner_id and l.sha256 = new.sha256))
    );
  end if;
  return null;
end
$$;
create trigger receipt_versions_flagged after insert on receipt_versions
  for each row execute function flag_same_file();

create function flag_lookalike() returns trigger language plpgsql as $$
begin
  update receipts r set may_be_duplicate = true
  where r.owner_id = new.owner_id and not r.may_be_duplicate and r.id in (
    select v.receipt_id from receipt_versions v where v.owner_id = new.owner_id and v.sha256 = new.sha256
  );
  return null;
end
$$;
create trigger lookalikes_flagged after insert on lookalikes for each row execute function flag_lookalike();

-- Flags what is there already.
update receipts set may_be_duplicate = true
where (owner_id, id) in (
  select owner_id, unnest(ids) from (
    select owner_id, array_agg(id) as ids from receipts
    where supplier is not null and total_cents is not null and document_date is not null
    group by owner_id, lower(supplier), total_cents, document_date having count(*) > 1
    union all
    select owner_id, array_agg(receipt_id) from receipt_versions
    group by owner_id, sha256 having count(distinct receipt_id) > 1
  ) groups
  union
  select v.owner_id, v.receipt_id from receipt_versions v
  join lookalikes l on l.owner_id = v.owner_id and l.sha256 = v.sha256
);
