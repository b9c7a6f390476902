-- What the owner typed about an upload before filing it, to continue after a reload or on another device.
alter table drafts add column edit jsonb;
