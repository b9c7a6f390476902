-- Records of an income year that aren't receipts. Ids are chosen by the caller, so that a repeated call saves once.

-- Hours worked from home.
create table work_hours (
  owner_id uuid not null references users (id) on delete cascade,
  day date not null,
  minutes integer not null check (minutes between 1 and 1440),
  primary key (owner_id, day)
);

-- At most one timer runs at a time.
create table work_timers (
  owner_id uuid primary key references users (id) on delete cascade,
  id uuid not null,
  started_at timestamptz not null,
  -- Where its days begin and end.
  time_zone text not null
);

create table vehicles (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  registration text not null,
  engine_capacity text not null,
  is_car boolean not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);

create table trips (
  owner_id uuid not null,
  id uuid not null,
  vehicle_id uuid not null,
  day date not null,
  ended_on date check (ended_on >= day),
  metres integer not null check (metres > 0),
  odometer_start integer,
  odometer_end integer check (odometer_end > odometer_start),
  purpose text not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  foreign key (owner_id, vehicle_id) references vehicles (owner_id, id) on delete cascade,
  check ((odometer_start is null) = (odometer_end is null))
);
create index trips_by_day on trips (owner_id, day);
-- Whether a vehicle has any.
create index trips_of_vehicle on trips (owner_id, vehicle_id);

create table logbooks (
  owner_id uuid not null,
  id uuid not null,
  vehicle_id uuid not null,
  started_on date not null,
  ended_on date check (ended_on >= started_on),
  odometer_start integer not null,
  odometer_end integer check (odometer_end >= odometer_start),
  created_at timestamptz not null,
  primary key (owner_id, id),
  foreign key (owner_id, vehicle_id) references vehicles (owner_id, id) on delete cascade
);
create index logbooks_of_vehicle on logbooks (owner_id, vehicle_id);

-- A vehicle's odometer and costs of an income year, named by the year it ends in.
create table vehicle_years (
  owner_id uuid not null,
  income_year integer not null,
  vehicle_id uuid not null,
  odometer_start integer,
  odometer_end integer,
  costs_cents bigint,
  primary key (owner_id, income_year, vehicle_id),
  foreign key (owner_id, vehicle_id) references vehicles (owner_id, id) on delete cascade
);
create index vehicle_years_of_vehicle on vehicle_years (owner_id, vehicle_id);

create table laundry_loads (
  owner_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  day date not null,
  work_loads integer not null,
  mixed_loads integer not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);
create index laundry_loads_by_day on laundry_loads (owner_id, day);

-- Diaries of four weeks about a phone or an internet connection.
create table usage_diaries (
  owner_id uuid not null references users (id) on delete cascade,
  income_year integer not null,
  service text not null check (service in ('phone', 'internet')),
  started_on date not null,
  cost_cents bigint,
  primary key (owner_id, income_year, service)
);
create table usage_days (
  owner_id uuid not null references users (id) on delete cascade,
  service text not null check (service in ('phone', 'internet')),
  day date not null,
  work_uses integer not null,
  personal_uses integer not null,
  primary key (owner_id, service, day)
);

-- Which kind of record counts where kinds can't be combined.
create table method_choices (
  owner_id uuid not null references users (id) on delete cascade,
  income_year integer not null,
  choice text not null,
  kind text not null,
  primary key (owner_id, income_year, choice)
);
