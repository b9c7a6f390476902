-- Customers were told that changes of plan whose price was shown before then weren't made, so they mustn't be made later.
alter table provider_subscriptions add column changes_from timestamptz;
