import { expect, test } from 'vitest'
import { type AssetFacts, mayBeAsset } from './assets.ts'

const rules = {
  immediateAssetCents: { value: 300_00, status: 'law' as const, source: 's 40-80', verifiedOn: '2026-11-20' },
}
const laptop: AssetFacts = {
  label: 'D5',
  supplier: 'JB Hi-Fi',
  description: 'Laptop',
  spentCents: 1_499_00,
  claimableCents: 1_499_00,
  labelAnswers: {},
  isAsset: false,
}

test.each<[string, Partial<AssetFacts>]>([
  ['a laptop', {}],
  ['a laptop for study', { label: 'D4' }],
  [
    'an oven of a rental property',
    { label: 'rental', supplier: null, description: 'Oven for the rental property' },
  ],
  ['the purchase of a car', { label: 'D1', supplier: 'Toyota', description: 'Car purchase' }],
  ['one cent above the limit', { spentCents: 300_01 }],
  ['half of it for work', { claimableCents: 749_50 }],
  ['a shop for equipment', { supplier: 'Sydney Tools Pty Ltd', description: 'Sydney Tools Pty Ltd' }],
  ['an asset of the low-value pool', { label: 'D6', supplier: null, description: 'Thing' }],
])('%s is asked about', (_, changes) => {
  expect(mayBeAsset({ ...laptop, ...changes }, rules)).toBe(true)
})

test.each<[string, Partial<AssetFacts>]>([
  ['up to the limit', { spentCents: 300_00 }],
  ['without an amount in dollars', { spentCents: null, claimableCents: null }],
  ['that isn’t for work or was reimbursed', { claimableCents: 0 }],
  ['a repair', { description: 'Laptop screen repair' }],
  ['a course', { label: 'D4', supplier: 'TAFE', description: 'Computer course' }],
  ['something else', { supplier: 'Union', description: 'Union dues' }],
  ['of a business', { label: 'business' }],
  ['a car service', { label: 'D1', supplier: 'Ultra Tune', description: 'Brakes and tyres' }],
  ['a hotel', { label: 'D2' }],
  ['not sorted yet', { label: null }],
  ['that its owner has answered', { labelAnswers: { lasting: 'no' } }],
  ['that’s known to be an asset', { isAsset: true }],
])('an expense %s isn’t', (_, changes) => {
  expect(mayBeAsset({ ...laptop, ...changes }, rules)).toBe(false)
})

test('without a limit for the year, nothing is asked', () => {
  expect(mayBeAsset(laptop, undefined)).toBe(false)
  expect(mayBeAsset(laptop, {})).toBe(false)
})
