-- Typed like everywhere else.
update plans
set features = array_replace(features, 'Won''t auto-renew, no card needed', 'Won’t auto-renew, no card needed');
