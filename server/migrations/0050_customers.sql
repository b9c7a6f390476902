-- Each user's one customer at Stripe, and the credit that customer has there.
create table provider_customers (
  owner_id uuid primary key references users (id) on delete cascade,
  id text not null unique,
  credit_cents integer not null default 0 check (credit_cents >= 0),
  -- When Stripe said how much credit there is; null until we've asked.
  seen_at timestamptz
);

-- Every payment link made a customer of its own: a user keeps the one of their running plan, or of the latest.
insert into provider_customers (owner_id, id)
select distinct on (owner_id) owner_id, provider_customer_id
from subscriptions
where provider_customer_id is not null
order by owner_id, (ended_at is null) desc, created_at desc
on conflict do nothing;
create index provider_customers_unseen on provider_customers (owner_id) where seen_at is null;

-- A checkout session is opened when a user asks for it.
alter table plans drop column payment_link_url;

-- The part of a price that credit paid for, in addition to `amount_cents`, and how much of it went back.
alter table payments
  add column credit_cents integer not null default 0 check (credit_cents >= 0),
  add column credit_returned_cents integer not null default 0,
  add check (credit_returned_cents between 0 and credit_cents),
  drop constraint payments_amount_cents_check,
  add check (amount_cents >= 0);
