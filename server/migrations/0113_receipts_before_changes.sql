-- What a receipt of a finished income year was claimed as before its first change on a day. If that was after its owner lodged
-- their return, comparing it with what it's claimed as now shows whether the return is out of date. Nothing is known about
-- changes before this migration.
create table receipts_before_changes (
  owner_id uuid not null references users (id) on delete cascade,
  income_year smallint not null,
  -- It may have been deleted for good since.
  receipt_id uuid not null,
  -- In Perth, as with receipts that were added after lodging.
  changed_on date not null,
  -- Since when it had been in that year, in Perth.
  in_year_since date not null,
  -- Null if nothing was claimed for it.
  claimed_as text,
  claimable_cents bigint,
  primary key (owner_id, income_year, receipt_id, changed_on)
);

-- Where the claim for a receipt goes: its label, otherwise its category, and for assets their last year. Null if nothing is claimed.
create function claimed_as(receipt receipts) returns text language sql immutable
return case when receipt.deleted_at is null and receipt.claimable_cents <> 0
  and coalesce(receipt.label_confirmed, receipt.label_suggested) is distinct from 'private' then
  coalesce(receipt.label_confirmed, receipt.label_suggested, receipt.category_id::text)
    || case when receipt.last_claimed_year > receipt.income_year then ' until ' || receipt.last_claimed_year::text else '' end
end;

create function note_receipt_before_change() returns trigger language plpgsql as $$
declare
  -- Undoing a merge sets back when it was updated.
  at timestamptz := case when new.updated_at > old.updated_at then new.updated_at else now() end;
  today date := (at at time zone 'Australia/Perth')::date;
begin
  -- The return of a year that's running can't have been lodged.
  if today > make_date(old.income_year, 6, 30) then
    insert into receipts_before_changes values (
      old.owner_id, old.income_year, old.id, today,
      (coalesce(old.in_year_since, old.created_at) at time zone 'Australia/Perth')::date,
      claimed_as(old), old.claimable_cents
    ) on conflict do nothing;
  end if;
  return null;
end
$$;
-- A label that's only suggested again, because our rules or how the owner earns have changed, isn't a change of theirs.
create trigger receipts_noted after update on receipts for each row
  when ((old.income_year, old.claimable_cents) is distinct from (new.income_year, new.claimable_cents)
    or old.updated_at <> new.updated_at and claimed_as(old) is distinct from claimed_as(new))
  execute function note_receipt_before_change();
