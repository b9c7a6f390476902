-- Trials end with the last day that screens and mails name, and no longer at the time of day at which they began.
update subscriptions
set period_end = (date_trunc('day', period_end at time zone 'Australia/Sydney') + interval '1 day')
  at time zone 'Australia/Sydney'
where kind = 'trial' and ended_at is null and period_end > now()
  and date_trunc('day', period_end at time zone 'Australia/Sydney') < period_end at time zone 'Australia/Sydney';

-- One that ends at midnight on 1 December ended in November.
drop index subscriptions_months;
drop index subscriptions_trials;
alter table subscriptions drop column ended_in;
alter table subscriptions add column ended_in date generated always as (
  date_trunc('month', case
    when kind = 'trial' then period_end at time zone 'Australia/Sydney' - interval '1 microsecond'
    when ended_at is not null then least(ended_at, period_end) at time zone 'Australia/Sydney'
  end)::date
) stored;
create index subscriptions_months
  on subscriptions (ended_in, period_end, began_in, cancels_at_period_end, is_renewal_pending)
  where kind = 'recurring';
create index subscriptions_trials on subscriptions (ended_in, period_end, converted_at) where kind = 'trial';
