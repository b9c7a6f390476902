-- Over how many income years an expense is claimed, from its own: 1 if it's no asset, null until its owner says.
alter table evidence_records add column claimed_years smallint check (claimed_years > 0);
