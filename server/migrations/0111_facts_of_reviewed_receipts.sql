-- What a guest relied on when they marked a receipt as reviewed, so that a later change shows. Of receipts that had changed
-- before this migration it isn't known.
alter table room_notes add column reviewed_facts jsonb;

update room_notes n set reviewed_facts = jsonb_build_object(
  'supplier', r.supplier, 'supplierAbn', r.supplier_abn, 'buyer', r.buyer, 'description', r.description,
  'totalCents', r.total_cents, 'gstCents', r.gst_cents, 'currency', r.currency,
  'documentDate', r.document_date, 'paidDate', r.paid_date,
  'workUsePercent', r.work_use_percent, 'isReimbursed', r.is_reimbursed, 'lastClaimedYear', r.last_claimed_year)
from receipts r
where n.kind = 'reviewed' and r.owner_id = n.owner_id and r.id = n.receipt_id and r.updated_at <= n.created_at;
