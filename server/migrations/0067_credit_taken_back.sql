-- The credit that a refund or a lost dispute took back: it no longer counts as taken from the plan that's left.
alter table payments
  add column credit_taken_cents integer not null default 0 check (credit_taken_cents >= 0);
