-- The audit log is narrowed down by what was done: the slice that did it, which is the first word of every action.
create index audit_log_group on audit_log (split_part(action, '.', 1), id desc);
