import { planOf } from './index.ts'

/** Changing from Pro to Premium. */
export const premium = planOf('Premium', {
  button: { label: 'Subscribe', isDisabled: false, action: 'changePlan' },
})
export const pro = planOf('Pro', { button: { label: 'Current Plan', isDisabled: true, action: 'none' } })
export const change = {
  label: 'Upgrade to Premium',
  plan: premium._id,
  planName: 'Premium',
  isDowngrade: false,
}
export const changeBack = { label: 'Downgrade to Pro', plan: pro._id, planName: 'Pro', isDowngrade: true }
export const preview = {
  planName: 'Premium',
  creditCents: 250,
  alreadyRefundedCents: 0,
  unusedTime: [
    {
      name: 'Unused time on Pro plan',
      cents: 250,
      from: '2026-11-15T02:00:00.000Z',
      priceCents: 499,
      periodStart: '2026-11-01T02:00:00.000Z',
      periodEnd: '2026-12-01T02:00:00.000Z',
    },
  ],
  chargeCents: 1197,
  balanceUsedCents: 0,
  dueNowCents: 947,
  balanceAfterCents: 0,
  renewsAt: '2027-02-15T02:00:00.000Z',
  fullStorage: null,
  prorationDate: 1_800_000_000,
}
