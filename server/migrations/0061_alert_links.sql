-- What an alert leads to: a payment, or a user's payments. Kept as they are when a user is deleted.
alter table payment_alerts
  add column about_intent text,
  add column about_user uuid;
update payment_alerts
set about_intent = substring(message from '[Pp]ayment (pi_[A-Za-z0-9_]+)'),
  about_user = case kind
    when 'creditLeft' then subject::uuid
    when 'creditRefund' then (select owner_id from credit_refunds where id::text = subject)
  end;
