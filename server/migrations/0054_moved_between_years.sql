-- Since when a receipt has been in its income year, if it was in another one before: what was moved into a year after its
-- return was lodged came after it, too.
alter table receipts add column in_year_since timestamptz;

create function note_change_of_year() returns trigger language plpgsql as $$
declare
  day date := coalesce(new.paid_date, new.document_date, new.captured_on);
begin
  -- Generated columns get their new values after this trigger. Taking a change back sets what was there before.
  if new.in_year_since is not distinct from old.in_year_since
    and old.income_year <> extract(year from day) + (extract(month from day) >= 7)::int
  then
    new.in_year_since := case when new.updated_at <> old.updated_at then new.updated_at else now() end;
  end if;
  return new;
end
$$;
create trigger receipts_moved before update of paid_date, document_date on receipts
  for each row execute function note_change_of_year();
