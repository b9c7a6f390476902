-- Until when Stripe calls the subscription active: past the paid period while its renewal is being paid, such as by bank
-- debit, and back at its end once that fails. From the newest look, like `cancels_at_period_end`.
alter table provider_subscriptions add column active_until timestamptz;

-- A renewal is being paid and hasn't failed: access waits for the bank.
alter table subscriptions add column is_renewal_pending boolean not null default false;

-- The figures count it without reading the rows themselves.
drop index subscriptions_running;
create index subscriptions_running
  on subscriptions (period_end, plan_id, kind, cancels_at_period_end, is_renewal_pending, period_start, ended_at)
  where ended_at is null;
drop index subscriptions_months;
create index subscriptions_months
  on subscriptions (ended_in, period_end, began_in, cancels_at_period_end, is_renewal_pending)
  where kind = 'recurring';
