-- A copy of each Claims and Deductions form for its sender, which stays when we delete the lodgement.
create table sent_forms (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  -- The year the income year ends in.
  income_year integer not null,
  reference text not null,
  sent_at timestamptz not null,
  -- All answers, encrypted and bound to this row.
  answers_sealed bytea not null,
  primary key (owner_id, id)
);
create index sent_forms_by_year on sent_forms (owner_id, income_year, sent_at desc);
