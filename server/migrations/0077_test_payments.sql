-- Whether a payment was made in test mode or with the local stand-in, and so isn't income. Null for those from before this
-- was stored: `payments check` asks Stripe about them.
alter table payments add column is_test boolean;
