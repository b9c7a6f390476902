-- Idempotency keys of the plan changes that we sent to Stripe and don't know the outcome of.
alter table provider_subscriptions add column change_keys text[] not null default '{}';
