-- Deleting an account keeps what the figures of past months count: which plan, from when until when. Nothing leads from
-- there to the person, or to their payments and what Stripe knows.
alter table subscriptions
  alter column owner_id drop not null,
  drop constraint subscriptions_check2,
  add constraint subscriptions_at_stripe
    check (owner_id is null or (kind = 'recurring') = (provider_subscription_id is not null)),
  add constraint subscriptions_anonymous
    check (owner_id is not null or num_nonnulls(payment_id, provider_subscription_id, provider_customer_id) = 0);
