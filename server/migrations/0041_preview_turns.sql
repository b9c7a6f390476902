-- Previews are rendered in turns of the owners who first needed them. Nil for what was there before. No reference, since
-- it only decides an order.
alter table derivatives
  add column requested_by uuid not null default '00000000-0000-0000-0000-000000000000',
  add column timeouts smallint not null default 0;
drop index derivatives_pending;
create index derivatives_pending on derivatives (kind, requested_by, requested_at desc) where state = 'pending';
