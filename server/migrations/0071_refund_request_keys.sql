-- Each request of a refund has the key that its refund carries, so we know which ones were made, even if they come back.
alter table provider_refunds add column request_key text;
create index provider_refunds_requested on provider_refunds (request_key) where request_key is not null;

-- Confirmed before refunds were stored with their key, or too long ago for a job that would still finish it.
delete from refund_requests r using payments p
where p.id = r.payment_id and (
  exists (
    select from provider_refunds f
    where f.intent_id = p.provider_intent_id and f.amount_cents = r.amount_cents
      and f.created_at >= date_trunc('second', r.requested_at)
  )
  or p.refunded_cents > r.refunded_cents and r.requested_at < now() - interval '1 day'
);

alter table refund_requests drop constraint refund_requests_pkey;
alter table refund_requests add column key text;
update refund_requests r set key = concat_ws(
  '-', 'refund', r.payment_id, r.refunded_cents, r.amount_cents,
  (
    select count(*) from provider_refunds f
    where f.intent_id = p.provider_intent_id and f.status = 'failed' and coalesce(f.failed_at, f.created_at) <= r.requested_at
  )
) from payments p where p.id = r.payment_id;
alter table refund_requests add primary key (key);
alter table refund_requests drop column refunded_cents;
create index refund_requests_payment on refund_requests (payment_id);
