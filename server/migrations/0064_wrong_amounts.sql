-- Payments that arrived with something else than was ordered: refunded, and never counted as received.
alter table payments add column is_wrong_amount boolean not null default false;
update payments set is_wrong_amount = true
where status <> 'paid'
  and provider_intent_id in (select about_intent from payment_alerts where kind = 'wrongAmount');
-- Otherwise a later migration of the same transaction couldn't alter the table.
set constraints all immediate;
set constraints all deferred;
