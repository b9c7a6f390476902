-- Subscriptions that events told us about after their owner was deleted: found nightly, once they have ended.
create index provider_subscriptions_unclaimed on provider_subscriptions (ended_at) where owner_id is null;
