-- Paid plans say on their cards that they renew, and all of them that receipts are read.
update plans set features = array_replace(features, 'Six expense categories', 'Supplier, date and total read for you');
update plans
set features = array_replace(features, 'Keep adding receipts month after month', 'Renews each month until you cancel');
update plans
set features = array_remove(
  array_replace(features, 'One payment for three months', 'Renews each quarter until you cancel'),
  'Receipts kept for five years'
)
where id = '01937000-0000-7000-8000-000000000103';
