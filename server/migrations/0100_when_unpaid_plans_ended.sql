-- A plan whose renewal is never paid ended when its paid period did, and not when Stripe gave up two weeks later: otherwise the
-- figures of the month before change then.
drop index subscriptions_months;
drop index subscriptions_trials;
alter table subscriptions drop column ended_in;
alter table subscriptions add column ended_in date generated always as (
  date_trunc('month', (case
    when kind = 'trial' then period_end
    when ended_at is not null then least(ended_at, period_end)
  end) at time zone 'Australia/Sydney')::date
) stored;
create index subscriptions_months
  on subscriptions (ended_in, period_end, began_in, cancels_at_period_end, is_renewal_pending)
  where kind = 'recurring';
create index subscriptions_trials on subscriptions (ended_in, period_end, converted_at) where kind = 'trial';
