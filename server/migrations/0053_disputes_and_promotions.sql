-- Disputed payments are a state of their own, and what the bank took back is added up.
drop trigger payments_added_up on payments;
alter table payments drop column state;
alter table payments
  add column state text not null generated always as (
    case
      when status <> 'paid' then status
      when dispute_state in ('open', 'lost') then 'disputed'
      when refunded_cents = 0 then 'paid'
      when refunded_cents < amount_cents then 'partlyRefunded'
      else 'refunded'
    end
  ) stored,
  -- The code that took something off the price, and how much.
  add column promotion_code text,
  add column discount_cents integer not null default 0 check (discount_cents >= 0);
create index payments_dated on payments (dated_on, state, plan_name, method);

-- Exports list them by when they happened.
create index provider_refunds_dated on provider_refunds (created_at, id);
create index provider_disputes_dated on provider_disputes (created_at, id);

alter table payment_totals add column disputed_cents bigint not null default 0;
delete from payment_totals;
insert into payment_totals (
  dated_on, state, plan_name, method, slot, payments, received_cents, refunded_cents, gst_cents, disputed_cents
)
select dated_on, state, plan_name, method, 0, count(*),
  sum(case when status = 'paid' then amount_cents else 0 end), sum(refunded_cents),
  sum(case when status = 'paid' then gst_in(greatest(0, amount_cents - refunded_cents - disputed_cents)) else 0 end),
  sum(disputed_cents)
from payments
group by dated_on, state, plan_name, method;

create or replace function keep_payment_totals() returns trigger language plpgsql as $$
begin
  insert into payment_totals as existing (
    dated_on, state, plan_name, method, slot, payments, received_cents, refunded_cents, gst_cents, disputed_cents
  )
  select dated_on, state, plan_name, method, pg_backend_pid() % 4,
    sum(sign), sum(sign * received), sum(sign * refunded),
    sum(sign * gst_in(greatest(0, received - refunded - disputed))), sum(sign * disputed)
  from (
    select -1 as sign, old.dated_on, old.state, old.plan_name, old.method,
      case when old.status = 'paid' then old.amount_cents else 0 end as received,
      old.refunded_cents as refunded, old.disputed_cents as disputed
    where tg_op <> 'INSERT'
    union all
    select 1, new.dated_on, new.state, new.plan_name, new.method,
      case when new.status = 'paid' then new.amount_cents else 0 end, new.refunded_cents, new.disputed_cents
    where tg_op <> 'DELETE'
  ) change
  group by dated_on, state, plan_name, method
  having sum(sign) <> 0 or sum(sign * received) <> 0 or sum(sign * refunded) <> 0 or sum(sign * disputed) <> 0
  order by dated_on, state, plan_name, method
  on conflict (dated_on, state, plan_name, method, slot) do update set
    payments = existing.payments + excluded.payments,
    received_cents = existing.received_cents + excluded.received_cents,
    refunded_cents = existing.refunded_cents + excluded.refunded_cents,
    gst_cents = existing.gst_cents + excluded.gst_cents,
    disputed_cents = existing.disputed_cents + excluded.disputed_cents;
  return null;
end
$$;
create constraint trigger payments_added_up after insert or delete or update on payments
  deferrable initially deferred for each row execute function keep_payment_totals();
