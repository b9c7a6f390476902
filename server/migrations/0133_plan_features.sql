-- Paid plans say on their cards that they renew, and all of them that receipts are read.
update plans set
  features = '{"Scan and upload receipts","Supplier, date and total read for you","Download everything as a zip","Receipts kept for five years","30 days to add receipts","Won''t auto-renew, no card needed"}'
where id = '01937000-0000-7000-8000-000000000101';
update plans set
  features = '{"Scan and upload receipts","Supplier, date and total read for you","Download everything as a zip","Receipts kept for five years","Renews each month until you cancel"}'
where id = '01937000-0000-7000-8000-000000000102';
update plans set
  features = '{"Everything in Pro","$3.99 a month, paid quarterly","Renews each quarter until you cancel"}'
where id = '01937000-0000-7000-8000-000000000103';
