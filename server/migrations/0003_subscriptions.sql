-- The catalogue of plans, and who has access for how long.
create table plans (
  id uuid primary key,
  name text not null,
  description text not null default '',
  features text[] not null default '{}',
  price_cents integer not null check (price_cents >= 0),
  -- One price buys so many months; the trial is counted in days instead.
  period_months integer check (period_months between 1 and 12),
  period_days integer check (period_days > 0),
  is_trial boolean not null default false,
  is_active boolean not null default true,
  position integer not null,
  -- What the payment provider knows of the plan.
  provider_price_id text unique,
  payment_link_url text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  check (num_nonnulls(period_months, period_days) = 1),
  check (is_trial = (period_days is not null))
);
create unique index plans_name_key on plans (lower(name));
create unique index plans_one_trial on plans (is_trial) where is_trial;

insert into plans (id, name, description, features, price_cents, period_months, period_days, is_trial, position, created_at) values
  ('01937000-0000-7000-8000-000000000101', 'Trial', 'Everything, for 30 days. No card needed.',
   '{"Scan and upload receipts","Six expense categories","Download everything as a zip","Ends by itself, no card needed"}',
   0, null, 30, true, 1, '2026-01-01T00:00:00Z'),
  ('01937000-0000-7000-8000-000000000102', 'Pro', 'For people who claim every year.',
   '{"Scan and upload receipts","Six expense categories","Download everything as a zip","Receipts kept for five years"}',
   499, 1, null, false, 2, '2026-01-01T00:00:00Z'),
  ('01937000-0000-7000-8000-000000000103', 'Premium', 'A whole quarter at a lower price.',
   '{"Everything in Pro","$3.99 a month, paid each quarter","One payment for three months","Receipts kept for five years"}',
   1197, 3, null, false, 3, '2026-01-01T00:00:00Z');

-- One stretch of access: the trial, a bought month, or a subscription that renews.
create table subscriptions (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  plan_id uuid not null references plans (id),
  kind text not null check (kind in ('trial', 'month', 'recurring')),
  -- First day of a bought month.
  month date,
  period_start timestamptz not null,
  -- What is paid for ends here.
  period_end timestamptz not null,
  -- The owner does not want it to renew.
  cancels_at_period_end boolean not null default false,
  -- Ended before its time: refunded, never paid, or ended by the provider.
  ended_at timestamptz,
  provider_subscription_id text unique,
  provider_customer_id text,
  reminded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (period_end > period_start),
  check ((kind = 'month') = (month is not null)),
  check ((kind = 'recurring') = (provider_subscription_id is not null))
);
create unique index subscriptions_one_trial on subscriptions (owner_id) where kind = 'trial';
create unique index subscriptions_month_once on subscriptions (owner_id, month) where ended_at is null;
create index subscriptions_owner on subscriptions (owner_id, period_end desc);
create index subscriptions_plan on subscriptions (plan_id, period_end desc);
create index subscriptions_recent on subscriptions (created_at desc);
create index subscriptions_trials_ending on subscriptions (period_end) where kind = 'trial' and reminded_at is null;
