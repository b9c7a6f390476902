-- What went back of a payment, and what came back to us: each on its own day, which never changes once it's over. Only
-- then does the GST of a quarter stay as it was lodged.
alter table provider_refunds add column failed_at timestamptz;
-- When money last moved because of it.
alter table provider_disputes add column moved_at timestamptz;

-- As far as we know: from the alert, the adjustment note or the payment.
update provider_refunds as refund
set failed_at = greatest(refund.created_at, coalesce(
  (select max(last_raised_at) from payment_alerts where kind = 'refundFailed' and subject = refund.intent_id),
  (select max(issued_at) from adjustment_notes join payments on payments.id = payment_id
    where reason = 'refundFailed' and provider_intent_id = refund.intent_id),
  (select updated_at from payments where provider_intent_id = refund.intent_id),
  refund.created_at
))
where status = 'failed';
update provider_disputes set moved_at = created_at;

create table payment_reversals (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id) on delete cascade,
  kind text not null check (kind in ('refund', 'refundFailed', 'dispute', 'disputeWon')),
  -- Stripe's ID of the refund or dispute.
  source_id text not null,
  at timestamptz not null,
  dated_on date not null generated always as ((at at time zone 'Australia/Sydney')::date) stored,
  -- What it changes in what we received, and in the GST of it: negative when money goes back.
  cents integer not null,
  gst_cents integer not null,
  -- As the payment has them, for filters.
  state text not null,
  plan_name text not null,
  method text not null
);
-- A dispute may be won and lost again.
create unique index payment_reversals_refund on payment_reversals (payment_id, source_id, kind) where kind like 'refund%';
create index payment_reversals_payment on payment_reversals (payment_id);
create index payment_reversals_dated on payment_reversals (dated_on, at, id);

-- Adds what has become of a payment's refunds and disputes. Together, the lines of a payment have exactly the GST of what
-- was returned, in whatever order we hear of them.
create function record_reversals(of_payment uuid) returns void language plpgsql as $$
declare
  paid payments;
  source record;
  before_cents integer;
  after_cents integer;
begin
  select * into paid from payments where id = of_payment and status = 'paid' for no key update;
  if not found or paid.provider_intent_id is null then return; end if;
  for source in
    select * from (
      select id, 'refund' as kind, created_at as at, -amount_cents as cents
      from provider_refunds where intent_id = paid.provider_intent_id
      union all
      select id, 'refundFailed', coalesce(failed_at, created_at), amount_cents
      from provider_refunds where intent_id = paid.provider_intent_id and status = 'failed'
    ) refund
    where not exists (
      select from payment_reversals
      where payment_id = paid.id and source_id = refund.id and payment_reversals.kind = refund.kind
    )
    union all
    -- What the bank holds now, less what's recorded of it.
    select id, case when change < 0 then 'dispute' else 'disputeWon' end, coalesce(moved_at, created_at), change
    from (
      select id, moved_at, created_at, case when status in ('open', 'lost') then -amount_cents else 0 end - (
        select coalesce(sum(cents), 0) from payment_reversals where payment_id = paid.id and source_id = dispute.id
      )::integer as change
      from provider_disputes as dispute where intent_id = paid.provider_intent_id
    ) dispute
    where change <> 0
    order by at, kind, id
  loop
    select paid.amount_cents + coalesce(sum(cents), 0) into before_cents
    from payment_reversals where payment_id = paid.id;
    after_cents := before_cents + source.cents;
    insert into payment_reversals (payment_id, kind, source_id, at, cents, gst_cents, state, plan_name, method)
    values (paid.id, source.kind, source.id, date_trunc('milliseconds', source.at), source.cents,
      gst_in(greatest(0, after_cents)) - gst_in(greatest(0, before_cents)), paid.state, paid.plan_name, paid.method);
  end loop;
end
$$;

create function record_reversals_of_intent() returns trigger language plpgsql as $$
begin
  perform record_reversals(id) from payments where provider_intent_id = new.intent_id;
  return null;
end
$$;
create trigger provider_refunds_reverse after insert or update on provider_refunds
  for each row execute function record_reversals_of_intent();
create trigger provider_disputes_reverse after insert or update on provider_disputes
  for each row execute function record_reversals_of_intent();

-- We may hear of them before we hear that it was paid, or which intent paid it.
create function record_reversals_of_payment() returns trigger language plpgsql as $$
begin
  perform record_reversals(new.id);
  return null;
end
$$;
create trigger payments_reversed after insert or update of status, provider_intent_id on payments
  for each row when (new.status = 'paid') execute function record_reversals_of_payment();

create function copy_to_reversals() returns trigger language plpgsql as $$
begin
  update payment_reversals set state = new.state, plan_name = new.plan_name, method = new.method
  where payment_id = new.id;
  return null;
end
$$;
create trigger payments_copied after update on payments
  for each row when ((old.state, old.plan_name, old.method) is distinct from (new.state, new.plan_name, new.method))
  execute function copy_to_reversals();

-- Disputes that we won were open before.
create temporary table won_disputes on commit drop as
select id, greatest(created_at, coalesce(
  (select max(raised_at) from payment_alerts where kind = 'dispute' and subject = provider_disputes.id || ' won'),
  (select updated_at from payments where provider_intent_id = intent_id),
  created_at
)) as won_at
from provider_disputes where status = 'won';
update provider_disputes set status = 'open' where status = 'won';
do $$ begin
  perform record_reversals(id) from payments where provider_intent_id in (
    select intent_id from provider_refunds union select intent_id from provider_disputes
  );
end $$;
update provider_disputes set status = 'won', moved_at = won_at from won_disputes where won_disputes.id = provider_disputes.id;
drop table won_disputes;

-- Totals count a refund or a dispute on its own day, as exports do.
create function add_payment_totals(
  on_day date, of_state text, of_plan text, by_method text,
  count integer, received bigint, refunded bigint, disputed bigint, gst bigint, credit_returned bigint
) returns void language plpgsql as $$
begin
  if count = 0 and received = 0 and refunded = 0 and disputed = 0 and gst = 0 and credit_returned = 0 then return; end if;
  insert into payment_totals as existing (
    dated_on, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
    credit_returned_cents
  )
  values (on_day, of_state, of_plan, by_method, pg_backend_pid() % 4, count, received, refunded, disputed, gst, credit_returned)
  on conflict (dated_on, state, plan_name, method, slot) do update set
    payments = existing.payments + excluded.payments,
    received_cents = existing.received_cents + excluded.received_cents,
    refunded_cents = existing.refunded_cents + excluded.refunded_cents,
    disputed_cents = existing.disputed_cents + excluded.disputed_cents,
    gst_cents = existing.gst_cents + excluded.gst_cents,
    credit_returned_cents = existing.credit_returned_cents + excluded.credit_returned_cents;
  insert into payment_month_totals as existing (
    month, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
    credit_returned_cents
  )
  values (date_trunc('month', on_day)::date, of_state, of_plan, by_method, pg_backend_pid() % 4, count, received, refunded,
    disputed, gst, credit_returned)
  on conflict (month, state, plan_name, method, slot) do update set
    payments = existing.payments + excluded.payments,
    received_cents = existing.received_cents + excluded.received_cents,
    refunded_cents = existing.refunded_cents + excluded.refunded_cents,
    disputed_cents = existing.disputed_cents + excluded.disputed_cents,
    gst_cents = existing.gst_cents + excluded.gst_cents,
    credit_returned_cents = existing.credit_returned_cents + excluded.credit_returned_cents;
end
$$;

create or replace function keep_payment_totals() returns trigger language plpgsql as $$
begin
  perform add_payment_totals(dated_on, state, plan_name, method, sum(sign)::integer, sum(sign * received)::bigint, 0, 0,
    sum(sign * gst_in(received))::bigint, sum(sign * credit_returned)::bigint)
  from (
    select -1 as sign, old.dated_on, old.state, old.plan_name, old.method,
      case when old.status = 'paid' then old.amount_cents else 0 end::bigint as received,
      case when old.status = 'paid' then old.credit_returned_cents else 0 end as credit_returned
    where tg_op <> 'INSERT'
    union all
    select 1, new.dated_on, new.state, new.plan_name, new.method,
      case when new.status = 'paid' then new.amount_cents else 0 end::bigint,
      case when new.status = 'paid' then new.credit_returned_cents else 0 end
    where tg_op <> 'DELETE'
  ) side
  group by dated_on, state, plan_name, method
  order by dated_on, state, plan_name, method;
  return null;
end
$$;

create function keep_reversal_totals() returns trigger language plpgsql as $$
begin
  perform add_payment_totals(dated_on, state, plan_name, method, 0, 0,
    sum(case when is_refund then -sign * cents else 0 end)::bigint,
    sum(case when is_refund then 0 else -sign * cents end)::bigint, sum(sign * gst_cents)::bigint, 0)
  from (
    select -1 as sign, old.dated_on, old.state, old.plan_name, old.method, old.kind like 'refund%' as is_refund, old.cents,
      old.gst_cents
    where tg_op <> 'INSERT'
    union all
    select 1, new.dated_on, new.state, new.plan_name, new.method, new.kind like 'refund%', new.cents, new.gst_cents
    where tg_op <> 'DELETE'
  ) side
  group by dated_on, state, plan_name, method
  order by dated_on, state, plan_name, method;
  return null;
end
$$;

-- Adds everything up again; triggers keep it up to date.
create function rebuild_payment_totals() returns void language plpgsql as $$
begin
  delete from payment_totals;
  delete from payment_month_totals;
  insert into payment_totals (
    dated_on, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
    credit_returned_cents
  )
  select dated_on, state, plan_name, method, 0, sum(payments), sum(received), sum(refunded), sum(disputed), sum(gst),
    sum(credit_returned)
  from (
    select dated_on, state, plan_name, method, 1 as payments,
      case when status = 'paid' then amount_cents else 0 end as received, 0 as refunded, 0 as disputed,
      case when status = 'paid' then gst_in(amount_cents) else 0 end as gst,
      case when status = 'paid' then credit_returned_cents else 0 end as credit_returned
    from payments
    union all
    select dated_on, state, plan_name, method, 0, 0, case when kind like 'refund%' then -cents else 0 end,
      case when kind like 'refund%' then 0 else -cents end, gst_cents, 0
    from payment_reversals
  ) line
  group by dated_on, state, plan_name, method;
  insert into payment_month_totals (
    month, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
    credit_returned_cents
  )
  select date_trunc('month', dated_on)::date, state, plan_name, method, 0, sum(payments), sum(received_cents),
    sum(refunded_cents), sum(disputed_cents), sum(gst_cents), sum(credit_returned_cents)
  from payment_totals
  group by 1, 2, 3, 4;
end
$$;
select rebuild_payment_totals();

create constraint trigger reversals_added_up after insert or update or delete on payment_reversals
  deferrable initially deferred for each row execute function keep_reversal_totals();
