-- The six fixed categories (specification §3), the same for everybody.
create table categories (
  id uuid primary key,
  name text not null unique,
  position integer not null unique
);
insert into categories (id, name, position) values
  ('01937000-0000-7000-8000-000000000001', 'Fuel, Car Repair and Servicing', 1),
  ('01937000-0000-7000-8000-000000000002', 'Travel expenses', 2),
  ('01937000-0000-7000-8000-000000000003', 'Insurance and Memberships', 3),
  ('01937000-0000-7000-8000-000000000004', 'WorkMeal', 4),
  ('01937000-0000-7000-8000-000000000005', 'Certification and Training', 5),
  ('01937000-0000-7000-8000-000000000006', 'Others', 6);
