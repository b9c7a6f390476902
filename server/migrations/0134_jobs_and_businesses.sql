-- Whether a trip or hours are for a business and not for a job. Only counts in years whose owner has both; those from before
-- are a job's, as they have counted so far.
alter table trips add column is_for_business boolean not null default false;
alter table trips alter column is_for_business drop default;

alter table work_hours add column is_for_business boolean not null default false;
alter table work_hours alter column is_for_business drop default;
alter table work_hours drop constraint work_hours_pkey;
alter table work_hours add primary key (owner_id, day, is_for_business);

alter table work_timers add column is_for_business boolean not null default false;
alter table work_timers alter column is_for_business drop default;
