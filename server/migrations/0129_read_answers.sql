-- When the newest answer that a room's guest has read was given. Unknown for what they read earlier.
alter table rooms add column answers_read_until timestamptz;
