-- When the attempt was made that an intent's method comes from: events arrive in any order, and the latest attempt counts.
alter table provider_intents add column charged_at timestamptz;

-- Until now only attempts that succeeded had a method, and none follows those.
update provider_intents set charged_at = now() where method <> '';
