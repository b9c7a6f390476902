-- Payments in other currencies from before they were left out: the figures and their tax invoices have them as Australian
-- dollars, and stay as they were issued.
insert into payment_alerts (id, kind, subject, message, about_intent, about_user, raised_at, last_raised_at)
select gen_random_uuid(), 'otherCurrency', provider_invoice_id,
  coalesce(nullif(buyer_email, ''), 'An unknown or deleted account') || ' paid $'
    || to_char(amount_cents / 100.0, 'FM999999990.00') || ' ' || currency || ' for ' || provider_invoice_id
    || '. The figures and its tax invoice have this amount as Australian dollars. Correct that in your books.',
  provider_intent_id, owner_id, now(), now()
from payments
where currency <> 'AUD' and status = 'paid' and amount_cents > 0 and provider_invoice_id is not null;
