-- What administrators' list of payments and its totals read, however many payments there are.

-- The GST included in a price: one eleventh, half a cent rounded up.
create function gst_in(cents bigint) returns bigint language sql immutable strict parallel safe
return (cents * 2 + 11) / 22;

alter table provider_intents add column method text not null default '';

alter table payments
  -- What it was paid with, in Stripe's words, such as `card`; empty until Stripe says so.
  add column method text not null default '',
  -- When it was paid, or begun if it never was, and that date in Sydney.
  add column dated_at timestamptz not null generated always as (coalesce(paid_at, created_at)) stored,
  add column dated_on date not null
    generated always as ((coalesce(paid_at, created_at) at time zone 'Australia/Sydney')::date) stored,
  -- The status as people see it: a paid payment may have been refunded.
  add column state text not null generated always as (
    case
      when status <> 'paid' or refunded_cents = 0 then status
      when refunded_cents < amount_cents then 'partlyRefunded'
      else 'refunded'
    end
  ) stored;

-- Of those that were never paid, only the owner was known.
update payments
set buyer_name = users.first_name || ' ' || users.last_name, buyer_email = users.email
from users
where users.id = payments.owner_id and payments.buyer_email = '';

create index payments_dated on payments (dated_on, state, plan_name, method);
create index payments_email_part on payments using gin (lower(buyer_email) gin_trgm_ops);
create index contact_messages_email_part on contact_messages using gin (lower(email) gin_trgm_ops);

-- Payments of a day added up. Each sum has up to four rows, chosen by connection, so that transactions rarely wait for
-- one another.
create table payment_totals (
  dated_on date not null,
  state text not null,
  plan_name text not null,
  method text not null,
  slot smallint not null,
  payments integer not null,
  received_cents bigint not null,
  refunded_cents bigint not null,
  -- In what was received and not refunded.
  gst_cents bigint not null,
  primary key (dated_on, state, plan_name, method, slot)
);

create function keep_payment_totals() returns trigger language plpgsql as $$
begin
  insert into payment_totals as existing
  select dated_on, state, plan_name, method, pg_backend_pid() % 4,
    sum(sign), sum(sign * received), sum(sign * refunded), sum(sign * gst_in(received - refunded))
  from (
    select -1 as sign, old.dated_on, old.state, old.plan_name, old.method,
      case when old.status = 'paid' then old.amount_cents else 0 end as received, old.refunded_cents as refunded
    where tg_op <> 'INSERT'
    union all
    select 1, new.dated_on, new.state, new.plan_name, new.method,
      case when new.status = 'paid' then new.amount_cents else 0 end, new.refunded_cents
    where tg_op <> 'DELETE'
  ) change
  group by dated_on, state, plan_name, method
  having sum(sign) <> 0 or sum(sign * received) <> 0 or sum(sign * refunded) <> 0
  order by dated_on, state, plan_name, method
  on conflict (dated_on, state, plan_name, method, slot) do update set
    payments = existing.payments + excluded.payments,
    received_cents = existing.received_cents + excluded.received_cents,
    refunded_cents = existing.refunded_cents + excluded.refunded_cents,
    gst_cents = existing.gst_cents + excluded.gst_cents;
  return null;
end
$$;
-- At the commit, so that the rows of totals are locked only while that's written.
create constraint trigger payments_added_up after insert or delete or update on payments
  deferrable initially deferred for each row execute function keep_payment_totals();

insert into payment_totals
select dated_on, state, plan_name, method, 0, count(*),
  sum(case when status = 'paid' then amount_cents else 0 end), sum(refunded_cents),
  sum(case when status = 'paid' then gst_in(amount_cents - refunded_cents) else 0 end)
from payments
group by dated_on, state, plan_name, method;
