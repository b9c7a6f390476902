-- Refunds that wait for the bank, or that it returned, are states to filter by, as people see them.
drop trigger payments_added_up on payments;
drop trigger payments_copied on payments;
alter table payments drop column state;
alter table payments
  add column state text not null generated always as (
    case
      when status <> 'paid' then status
      when dispute_state in ('open', 'lost') then 'disputed'
      when refund_state = 'pending' then 'refundPending'
      when refund_state = 'failed' then 'refundFailed'
      when refunded_cents + credit_returned_cents = 0 then 'paid'
      when refunded_cents + credit_returned_cents < amount_cents + credit_cents then 'partlyRefunded'
      else 'refunded'
    end
  ) stored;
create index payments_dated on payments (dated_on, state, plan_name, method);

set constraints all immediate;
set constraints all deferred;
drop trigger reversals_added_up on payment_reversals;
update payment_reversals set state = payments.state
from payments where payments.id = payment_id and payments.state <> payment_reversals.state;
select rebuild_payment_totals();

create trigger payments_copied after update on payments
  for each row when ((old.state, old.plan_name, old.method) is distinct from (new.state, new.plan_name, new.method))
  execute function copy_to_reversals();
create constraint trigger payments_added_up after insert or delete or update on payments
  deferrable initially deferred for each row execute function keep_payment_totals();
create constraint trigger reversals_added_up after insert or update or delete on payment_reversals
  deferrable initially deferred for each row execute function keep_reversal_totals();
