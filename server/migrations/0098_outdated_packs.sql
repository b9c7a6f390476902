-- Packs that lost a receipt before 0097, whose lists still name it. A job deleted those each night.
delete from packs p where state = 'ready' and files > (
  select count(*) from pack_files f where f.owner_id = p.owner_id and f.pack_id = p.id and f.position >= 0
);
