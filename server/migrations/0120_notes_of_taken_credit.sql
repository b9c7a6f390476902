-- Credit that a refund or a lost dispute takes back had lowered a price, so it has an adjustment note too.
alter table adjustment_notes
  drop constraint adjustment_notes_reason_check,
  add constraint adjustment_notes_reason_check
    check (reason in ('refund', 'refundFailed', 'planChange', 'creditTaken'));
