-- A pack goes together with a receipt that's deleted for good: its lists still name it, and it can't be downloaded any more.
create function delete_packs_without_file() returns trigger language plpgsql as $$
begin
  delete from packs p using (select distinct owner_id, pack_id from gone where position >= 0) lost
  where p.owner_id = lost.owner_id and p.id = lost.pack_id;
  return null;
end
$$;
create trigger pack_files_lost after delete on pack_files referencing old table as gone
  for each statement execute function delete_packs_without_file();
