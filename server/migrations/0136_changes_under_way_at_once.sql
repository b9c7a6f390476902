-- One for each change of plan that may be under way, such as in two tabs.
alter table provider_subscriptions
  alter column changing_until type timestamptz[] using array_remove(array[changing_until], null),
  alter column changing_until set default '{}',
  alter column changing_until set not null;
