-- Until when a change of plan may be under way at Stripe: refunds of the plan's payments wait.
alter table provider_subscriptions add column changing_until timestamptz;
