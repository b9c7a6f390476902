-- Transactions that make two matching receipts at the same moment don't see each other's, so neither would be flagged.
-- Those of one owner take turns: the second one looks after the first one has committed its receipt.
create function wait_for_other_receipts(owner uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('duplicates ' || owner, 0))
$$;

create or replace function flag_same_details() returns trigger language plpgsql as $$
begin
  perform wait_for_other_receipts(new.owner_id);
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

create or replace function flag_same_file() returns trigger language plpgsql as $$
begin
  perform wait_for_other_receipts(new.owner_id);
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

create or replace function flag_lookalike() returns trigger language plpgsql as $$
begin
  perform wait_for_other_receipts(new.owner_id);
  update receipts r set may_be_duplicate = true
  where r.owner_id = new.owner_id and not r.may_be_duplicate and r.id in (
    select v.receipt_id from receipt_versions v where v.owner_id = new.owner_id and v.sha256 = new.sha256
  );
  return null;
end
$$;
