-- What each plan includes: the trial keeps receipts too, and differs from Pro in ending after 30 days.
update plans set
  description = 'Full access for 30 days. No card needed.',
  features = '{"Scan and upload receipts","Six expense categories","Download everything as a zip","Receipts kept for five years","30 days to add receipts","Won''t auto-renew, no card needed"}'
where id = '01937000-0000-7000-8000-000000000101';
update plans set
  features = '{"Scan and upload receipts","Six expense categories","Download everything as a zip","Receipts kept for five years","Keep adding receipts month after month"}'
where id = '01937000-0000-7000-8000-000000000102';
update plans set
  description = 'Pay quarterly and save 20%.',
  features = '{"Everything in Pro","$3.99 a month, paid quarterly","One payment for three months","Receipts kept for five years"}'
where id = '01937000-0000-7000-8000-000000000103';
