-- What was refunded as credit counts in a payment's state, and is added up.
drop trigger payments_added_up on payments;
alter table payments drop column state;
alter table payments
  add column state text not null generated always as (
    case
      when status <> 'paid' then status
      when dispute_state in ('open', 'lost') then 'disputed'
      when refunded_cents + credit_returned_cents = 0 then 'paid'
      when refunded_cents + credit_returned_cents < amount_cents + credit_cents then 'partlyRefunded'
      else 'refunded'
    end
  ) stored;
create index payments_dated on payments (dated_on, state, plan_name, method);

-- No money moved for it: it isn't part of what was received or refunded.
alter table payment_totals add column credit_returned_cents bigint not null default 0;
alter table payment_month_totals add column credit_returned_cents bigint not null default 0;
delete from payment_totals;
delete from payment_month_totals;
insert into payment_totals (
  dated_on, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
  credit_returned_cents
)
select dated_on, state, plan_name, method, 0, count(*),
  sum(case when status = 'paid' then amount_cents else 0 end), sum(refunded_cents), sum(disputed_cents),
  sum(case when status = 'paid' then gst_in(greatest(0, amount_cents - refunded_cents - disputed_cents)) else 0 end),
  sum(case when status = 'paid' then credit_returned_cents else 0 end)
from payments
group by dated_on, state, plan_name, method;
insert into payment_month_totals (
  month, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
  credit_returned_cents
)
select date_trunc('month', dated_on)::date, state, plan_name, method, 0, sum(payments), sum(received_cents),
  sum(refunded_cents), sum(disputed_cents), sum(gst_cents), sum(credit_returned_cents)
from payment_totals
group by 1, 2, 3, 4;

create or replace function keep_payment_totals() returns trigger language plpgsql as $$
begin
  with change as (
    select dated_on, state, plan_name, method, sum(sign) as payments, sum(sign * received) as received_cents,
      sum(sign * refunded) as refunded_cents, sum(sign * disputed) as disputed_cents,
      sum(sign * gst_in(greatest(0, received - refunded - disputed))) as gst_cents,
      sum(sign * credit_returned) as credit_returned_cents
    from (
      select -1 as sign, old.dated_on, old.state, old.plan_name, old.method,
        case when old.status = 'paid' then old.amount_cents else 0 end as received,
        old.refunded_cents as refunded, old.disputed_cents as disputed,
        case when old.status = 'paid' then old.credit_returned_cents else 0 end as credit_returned
      where tg_op <> 'INSERT'
      union all
      select 1, new.dated_on, new.state, new.plan_name, new.method,
        case when new.status = 'paid' then new.amount_cents else 0 end, new.refunded_cents, new.disputed_cents,
        case when new.status = 'paid' then new.credit_returned_cents else 0 end
      where tg_op <> 'DELETE'
    ) side
    group by dated_on, state, plan_name, method
    having sum(sign) <> 0 or sum(sign * received) <> 0 or sum(sign * refunded) <> 0 or sum(sign * disputed) <> 0
      or sum(sign * credit_returned) <> 0
    order by dated_on, state, plan_name, method
  ), by_day as (
    insert into payment_totals as existing (
      dated_on, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
      credit_returned_cents
    )
    select dated_on, state, plan_name, method, pg_backend_pid() % 4, payments, received_cents, refunded_cents,
      disputed_cents, gst_cents, credit_returned_cents
    from change
    on conflict (dated_on, state, plan_name, method, slot) do update set
      payments = existing.payments + excluded.payments,
      received_cents = existing.received_cents + excluded.received_cents,
      refunded_cents = existing.refunded_cents + excluded.refunded_cents,
      disputed_cents = existing.disputed_cents + excluded.disputed_cents,
      gst_cents = existing.gst_cents + excluded.gst_cents,
      credit_returned_cents = existing.credit_returned_cents + excluded.credit_returned_cents
  )
  insert into payment_month_totals as existing (
    month, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents,
    credit_returned_cents
  )
  select date_trunc('month', dated_on)::date, state, plan_name, method, pg_backend_pid() % 4, sum(payments),
    sum(received_cents), sum(refunded_cents), sum(disputed_cents), sum(gst_cents), sum(credit_returned_cents)
  from change
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (month, state, plan_name, method, slot) do update set
    payments = existing.payments + excluded.payments,
    received_cents = existing.received_cents + excluded.received_cents,
    refunded_cents = existing.refunded_cents + excluded.refunded_cents,
    disputed_cents = existing.disputed_cents + excluded.disputed_cents,
    gst_cents = existing.gst_cents + excluded.gst_cents,
    credit_returned_cents = existing.credit_returned_cents + excluded.credit_returned_cents;
  return null;
end
$$;
create constraint trigger payments_added_up after insert or delete or update on payments
  deferrable initially deferred for each row execute function keep_payment_totals();
