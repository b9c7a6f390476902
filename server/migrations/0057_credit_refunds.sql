-- Credit that administrators pay back to the cards it was once paid with.
create table credit_refunds (
  id uuid primary key,
  -- Kept when the account is gone, as payments are.
  owner_id uuid references users (id) on delete set null,
  customer_id text not null,
  -- The latest change of the customer's balance when it was requested: pressed again, it's the same refund.
  after_transaction text not null,
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('open', 'done', 'refused')),
  requested_at timestamptz not null,
  unique (customer_id, after_transaction)
);
create index credit_refunds_owner on credit_refunds (owner_id, requested_at desc);
create index credit_refunds_open on credit_refunds (requested_at) where state = 'open';

-- The payments it's taken from.
create table credit_refund_parts (
  refund_id uuid not null references credit_refunds (id) on delete cascade,
  payment_id uuid not null references payments (id) on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  primary key (refund_id, payment_id)
);
create index credit_refund_parts_payment on credit_refund_parts (payment_id);

-- What such refunds add up to: the price they were part of went down when the plan changed, and they end no access.
alter table provider_refunds add column is_of_credit boolean not null default false;
alter table provider_intents add column credit_refunded_cents integer not null default 0;
alter table payments
  add column credit_refunded_cents integer not null default 0,
  add check (credit_refunded_cents between 0 and refunded_cents),
  -- Of the credit that went back, what did because the access ended: taken again if it's back.
  add column credit_released_cents integer not null default 0,
  add check (credit_released_cents between 0 and credit_returned_cents);
