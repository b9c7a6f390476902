-- The invoice that wasn't paid when we ended a subscription because of it. If it was paid at that very moment, we refund it.
alter table provider_subscriptions add column unpaid_invoice_id text;
