-- What each invoice was for, so that its amounts can be worked out again.
alter table payments
  -- Lines of Stripe's invoice: `{ text, start, end, cents }`, with the credit for unused time as negative ones.
  add column lines jsonb not null default '[]',
  -- What all lines and discounts add up to; null for months, and for invoices from before.
  add column total_cents integer;

-- What changed the price of a payment afterwards: a refund, or a change of plan that left a credit.
create table adjustment_notes (
  id uuid primary key,
  payment_id uuid not null references payments (id) on delete cascade,
  number bigint not null unique,
  -- By how much the price went down; negative if a refund failed and the price is as before.
  amount_cents integer not null check (amount_cents <> 0),
  reason text not null check (reason in ('refund', 'refundFailed', 'planChange')),
  issued_at timestamptz not null
);
create sequence adjustment_note_numbers start 1001;
create index adjustment_notes_payment on adjustment_notes (payment_id, issued_at, id);
