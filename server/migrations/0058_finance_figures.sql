-- Payments of a month added up, so that years are read without every day of them.
create table payment_month_totals (
  -- Its first date.
  month date not null,
  state text not null,
  plan_name text not null,
  method text not null,
  slot smallint not null,
  payments integer not null,
  received_cents bigint not null,
  refunded_cents bigint not null,
  disputed_cents bigint not null,
  gst_cents bigint not null,
  primary key (month, state, plan_name, method, slot)
);

insert into payment_month_totals
select date_trunc('month', dated_on)::date, state, plan_name, method, 0, sum(payments), sum(received_cents),
  sum(refunded_cents), sum(disputed_cents), sum(gst_cents)
from payment_totals
group by 1, 2, 3, 4;

create or replace function keep_payment_totals() returns trigger language plpgsql as $$
begin
  with change as (
    select dated_on, state, plan_name, method, sum(sign) as payments, sum(sign * received) as received_cents,
      sum(sign * refunded) as refunded_cents, sum(sign * disputed) as disputed_cents,
      sum(sign * gst_in(greatest(0, received - refunded - disputed))) as gst_cents
    from (
      select -1 as sign, old.dated_on, old.state, old.plan_name, old.method,
        case when old.status = 'paid' then old.amount_cents else 0 end as received,
        old.refunded_cents as refunded, old.disputed_cents as disputed
      where tg_op <> 'INSERT'
      union all
      select 1, new.dated_on, new.state, new.plan_name, new.method,
        case when new.status = 'paid' then new.amount_cents else 0 end, new.refunded_cents, new.disputed_cents
      where tg_op <> 'DELETE'
    ) side
    group by dated_on, state, plan_name, method
    having sum(sign) <> 0 or sum(sign * received) <> 0 or sum(sign * refunded) <> 0 or sum(sign * disputed) <> 0
    order by dated_on, state, plan_name, method
  ), by_day as (
    insert into payment_totals as existing (
      dated_on, state, plan_name, method, slot, payments, received_cents, refunded_cents, disputed_cents, gst_cents
    )
    select dated_on, state, plan_name, method, pg_backend_pid() % 4, payments, received_cents, refunded_cents,
      disputed_cents, gst_cents
    from change
    on conflict (dated_on, state, plan_name, method, slot) do update set
      payments = existing.payments + excluded.payments,
      received_cents = existing.received_cents + excluded.received_cents,
      refunded_cents = existing.refunded_cents + excluded.refunded_cents,
      disputed_cents = existing.disputed_cents + excluded.disputed_cents,
      gst_cents = existing.gst_cents + excluded.gst_cents
  )
  insert into payment_month_totals as existing
  select date_trunc('month', dated_on)::date, state, plan_name, method, pg_backend_pid() % 4, sum(payments),
    sum(received_cents), sum(refunded_cents), sum(disputed_cents), sum(gst_cents)
  from change
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (month, state, plan_name, method, slot) do update set
    payments = existing.payments + excluded.payments,
    received_cents = existing.received_cents + excluded.received_cents,
    refunded_cents = existing.refunded_cents + excluded.refunded_cents,
    disputed_cents = existing.disputed_cents + excluded.disputed_cents,
    gst_cents = existing.gst_cents + excluded.gst_cents;
  return null;
end
$$;

alter table subscriptions
  -- The month in Sydney in which it began, and the one in which it ended, by their first dates; a trial ends by itself.
  add column began_in date not null
    generated always as (date_trunc('month', created_at at time zone 'Australia/Sydney')::date) stored,
  add column ended_in date generated always as (
    date_trunc('month', (case when kind = 'trial' then period_end else ended_at end) at time zone 'Australia/Sydney')::date
  ) stored,
  -- When the owner of a trial first bought a plan since it began.
  add column converted_at timestamptz;

create function note_conversion() returns trigger language plpgsql as $$
begin
  update subscriptions
  set converted_at = new.created_at
  where owner_id = new.owner_id and kind = 'trial' and converted_at is null and created_at <= new.created_at;
  return null;
end
$$;
create trigger subscriptions_convert after insert on subscriptions
  for each row when (new.kind <> 'trial') execute function note_conversion();

update subscriptions as trial
set converted_at = bought.created_at
from (
  select trial.id, min(bought.created_at) as created_at
  from subscriptions as trial join subscriptions as bought using (owner_id)
  where trial.kind = 'trial' and bought.kind <> 'trial' and bought.created_at >= trial.created_at
  group by trial.id
) as bought
where bought.id = trial.id;

-- What the figures of subscriptions count, without reading the rows themselves.
create index subscriptions_running on subscriptions (period_end, plan_id, kind, cancels_at_period_end, period_start, ended_at)
  where ended_at is null;
create index subscriptions_months on subscriptions (ended_in, period_end, began_in, cancels_at_period_end)
  where kind = 'recurring';
create index subscriptions_trials on subscriptions (ended_in, period_end, converted_at) where kind = 'trial';
