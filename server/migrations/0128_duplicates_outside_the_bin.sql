-- Looking for the same details in the bin, too, read all receipts, because the index of suppliers leaves out what is there. What
-- is restored looks for others itself.
create or replace function flag_same_details() returns trigger language plpgsql as $$
begin
  perform wait_for_other_receipts(new.owner_id);
  if exists (
    select from receipts r where r.owner_id = new.owner_id and lower(r.supplier) = lower(new.supplier)
      and r.total_cents = new.total_cents and r.document_date = new.document_date and r.deleted_at is null
      and r.id <> new.id
  ) then
    update receipts r set may_be_duplicate = true
    where r.owner_id = new.owner_id and lower(r.supplier) = lower(new.supplier) and r.total_cents = new.total_cents
      and r.document_date = new.document_date and r.deleted_at is null and not r.may_be_duplicate;
  end if;
  return null;
end
$$;
