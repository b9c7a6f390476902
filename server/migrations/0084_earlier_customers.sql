-- What a user's payments had returned as credit before this customer replaced another: it was booked there, if at all.
alter table provider_customers add column returned_before_cents integer not null default 0;

-- Stripe's names of customers whose account had been deleted before their bill arrived.
update payments set buyer_name = '', buyer_email = ''
where owner_id is null and (buyer_name <> '' or buyer_email <> '');
