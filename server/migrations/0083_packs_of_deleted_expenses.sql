-- Whether it keeps its lines about expenses without a receipt, which show whether one was deleted since.
alter table packs add column keeps_rows boolean not null default true;
update packs p set keeps_rows = false
  where state in ('ready', 'failed')
    and not exists (select from pack_rows l where l.owner_id = p.owner_id and l.pack_id = p.id);
