-- When a car's year was last saved: what was entered before the year ended may be what it had cost so far. Unknown for earlier
-- rows.
alter table vehicle_years add column saved_on date;
