-- Failed attempts are counted in rate_limits.
drop table failed_attempts;
