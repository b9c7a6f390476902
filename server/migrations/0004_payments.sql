-- What people pay, and what the payment provider told us about it.

create table payments (
  id uuid primary key,
  -- Kept when the account is gone: these are our own tax records.
  owner_id uuid references users (id) on delete set null,
  kind text not null check (kind in ('months', 'subscription')),
  plan_id uuid references plans (id),
  plan_name text not null,
  months date[] not null default '{}',
  amount_cents integer not null check (amount_cents > 0),
  currency text not null default 'AUD' check (currency ~ '^[A-Z]{3}$'),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  -- The names of the specification. A failed payment of months may be tried again.
  status text not null check (status in ('open', 'paid', 'failed', 'canceled', 'expired')),
  -- Can still be paid, and be replaced by another choice of months. Not so while a bank debit is on its way.
  is_live boolean not null,
  -- When the provider said what `status` says.
  status_at timestamptz not null,
  provider_intent_id text unique,
  provider_invoice_id text unique,
  provider_subscription_id text,
  -- Number of the tax invoice, given when it is paid.
  invoice_number bigint unique,
  buyer_name text not null default '',
  buyer_email text not null default '',
  receipt_mailed_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'paid') = (paid_at is not null)),
  check (kind = 'months' or provider_invoice_id is not null)
);
create sequence tax_invoice_numbers start 1001;
create index payments_owner on payments (owner_id, created_at desc, id desc);
create index payments_unfinished on payments (created_at) where is_live or status = 'open';
create index payments_subscription on payments (provider_subscription_id) where provider_subscription_id is not null;
-- A person has at most one payment of months that can still be paid.
create unique index payments_one_live on payments (owner_id) where is_live;

-- A month belongs to the one payment that holds it: this is what keeps it from being bought twice.
create table payment_months (
  owner_id uuid not null references users (id) on delete cascade,
  month date not null,
  payment_id uuid not null references payments (id) on delete cascade,
  primary key (owner_id, month)
);
create index payment_months_payment on payment_months (payment_id);

alter table subscriptions add column payment_id uuid references payments (id);
create index subscriptions_payment on subscriptions (payment_id) where payment_id is not null;

-- Every event of the provider that was taken in, so that a repeated one changes nothing.
create table provider_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null
);
create index provider_events_age on provider_events (received_at);

-- What is known of a subscription at the provider. Each group of facts keeps its newest, so order does not matter.
create table provider_subscriptions (
  id text primary key,
  -- From the checkout that began it.
  owner_id uuid references users (id) on delete cascade,
  customer_id text,
  -- From the newest paid invoice.
  price_id text,
  period_start timestamptz,
  period_end timestamptz,
  invoice_id text,
  invoiced_at timestamptz,
  -- From the newest look at the subscription itself; `ended_at` never goes back.
  cancels_at_period_end boolean not null default false,
  seen_at timestamptz,
  ended_at timestamptz
);

-- What is known of a payment intent: what it paid, and how much of it was given back. Either may be heard of first.
create table provider_intents (
  id text primary key,
  invoice_id text,
  refunded_cents integer not null default 0
);
create index provider_intents_invoice on provider_intents (invoice_id) where invoice_id is not null;
