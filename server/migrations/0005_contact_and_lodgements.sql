-- What visitors send us without an account: messages, and the Claims and Deductions form.

create table contact_messages (
  id uuid primary key,
  email text not null,
  phone_number text not null,
  feedback text not null,
  created_at timestamptz not null
);
create index contact_messages_recent on contact_messages (created_at desc, id desc);

-- There is no column for anything of the form's two myGov fields: they never get this far.
create table lodgements (
  id uuid primary key,
  -- For people to quote.
  reference text not null unique,
  -- Says that a request which comes twice is the same.
  idempotency_key text unique,
  income_year text not null check (income_year ~ '^\d{4}-\d{2}$'),
  full_name text not null,
  email text not null,
  phone_number text not null,
  dependents smallint not null check (dependents >= 0),
  -- Of every Yes/No question: null is not answered.
  has_spouse boolean,
  -- Name, date of birth and income of the spouse, encrypted and bound to this row.
  spouse_sealed bytea,
  has_investment_property boolean,
  -- Encrypted and bound to this row.
  rental_income_sealed bytea,
  property_expenses_cents bigint,
  is_resident boolean,
  medicare_card_date date,
  keeps_log_book boolean,
  weekly_fuel_expenses_cents bigint,
  car_repairs_and_servicing_cents bigint,
  monthly_insurance_cents bigint,
  monthly_internet_cents bigint,
  weekly_food_at_work_cents bigint,
  clothing_and_laundry_cents bigint,
  yearly_donation_cents bigint,
  work_related_cents bigint,
  monthly_donation_cents bigint,
  created_at timestamptz not null,
  check ((has_spouse is true) = (spouse_sealed is not null)),
  check ((has_investment_property is true) = (rental_income_sealed is not null)),
  check ((has_investment_property is true) = (property_expenses_cents is not null)),
  check ((is_resident is true) = (medicare_card_date is not null)),
  check (
    num_nonnulls(
      weekly_fuel_expenses_cents, car_repairs_and_servicing_cents, monthly_insurance_cents,
      monthly_internet_cents, weekly_food_at_work_cents, clothing_and_laundry_cents,
      yearly_donation_cents, work_related_cents, monthly_donation_cents
    ) = case when keeps_log_book is null then 0 else 9 end
  )
);
create index lodgements_recent on lodgements (created_at desc, id desc);
