-- Refunds and disputes as Stripe reports them, each by its own ID: a refund may wait for a bank, and fail days later.
create table provider_refunds (
  id text primary key,
  intent_id text not null,
  amount_cents integer not null,
  -- In the order in which they can follow each other: even what succeeded may fail later.
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  -- Stripe's word for why it failed.
  failure_reason text,
  created_at timestamptz not null
);
create index provider_refunds_intent on provider_refunds (intent_id);

create table provider_disputes (
  id text primary key,
  intent_id text not null,
  amount_cents integer not null,
  -- Stripe's word for why the bank's customer disputes it.
  reason text not null,
  -- `inquiry` takes no money yet. In the order in which they can follow each other.
  status text not null check (status in ('inquiry', 'open', 'won', 'lost')),
  -- Until when the bank takes evidence.
  answer_by timestamptz,
  created_at timestamptz not null
);
create index provider_disputes_intent on provider_disputes (intent_id);

-- What these add up to, on the payment and on the intent, which may be heard of first.
alter table provider_intents
  add column refund_state text check (refund_state in ('pending', 'failed')),
  add column dispute_state text check (dispute_state in ('open', 'won', 'lost')),
  add column disputed_cents integer not null default 0;
alter table payments
  add column refund_state text check (refund_state in ('pending', 'failed')),
  add column dispute_state text check (dispute_state in ('open', 'won', 'lost')),
  add column disputed_cents integer not null default 0,
  -- When a full refund or a dispute ended the access it paid for; null again if that is undone.
  add column access_ended_at timestamptz;

-- Refunds that were only known as a sum.
insert into provider_refunds (id, intent_id, amount_cents, status, created_at)
select 'earlier_' || id, id, refunded_cents, 'succeeded', now() from provider_intents where refunded_cents > 0;

-- The invoice whose refund ended a subscription: if that refund fails, what it paid for is still owed.
alter table provider_subscriptions add column refunded_invoice_id text;
update payments set access_ended_at = updated_at where refunded_cents = amount_cents and amount_cents > 0;
