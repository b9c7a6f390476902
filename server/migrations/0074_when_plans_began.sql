-- When Stripe created a subscription. Its events may arrive late and in any order, so the one we heard of last isn't always
-- the one its owner chose last.
alter table provider_subscriptions add column created_at timestamptz;

-- Stripe creates a subscription together with its first bill. We ask about those without one when we hear of them again.
update provider_subscriptions as at_stripe
set created_at = known.at
from (
  select subscription.id, least(access.created_at, min(bill.created_at)) as at
  from provider_subscriptions as subscription
    left join subscriptions as access on access.provider_subscription_id = subscription.id
    left join payments as bill on bill.provider_subscription_id = subscription.id
  group by subscription.id, access.created_at
) as known
where known.id = at_stripe.id and known.at is not null;

create or replace function note_conversion() returns trigger language plpgsql as $$
begin
  update subscriptions
  set converted_at = new.created_at
  where owner_id = new.owner_id and kind = 'trial' and converted_at is null
    -- Stripe's times have no fractions of a second.
    and date_trunc('second', created_at) <= new.created_at;
  return null;
end
$$;
