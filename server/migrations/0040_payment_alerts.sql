-- What administrators must look at: each once, until they dismiss it.
create table payment_alerts (
  id uuid primary key,
  kind text not null,
  -- What it's about, such as Stripe's ID of a payment.
  subject text not null,
  message text not null,
  times integer not null default 1,
  raised_at timestamptz not null,
  last_raised_at timestamptz not null,
  dismissed_at timestamptz
);
create unique index payment_alerts_open on payment_alerts (kind, subject) where dismissed_at is null;
create index payment_alerts_newest on payment_alerts (last_raised_at desc, id desc) where dismissed_at is null;

-- A refund that administrators ask for several times at once is requested, and written to the audit log, once.
create table refund_requests (
  payment_id uuid not null references payments (id) on delete cascade,
  -- What had been refunded before.
  refunded_cents integer not null,
  amount_cents integer not null,
  requested_at timestamptz not null,
  primary key (payment_id, refunded_cents, amount_cents)
);
