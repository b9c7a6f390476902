import { expect, test } from 'vitest'
import { adminTexts } from './admin.ts'
import { paymentStatusLabel, paymentTexts } from './payments.ts'
import { planTexts } from './subscriptions.ts'

// The specification's sentences, letter by letter: everything else compares with the constants.

test('plans', () => {
  expect(planTexts).toMatchObject({
    trialActivated: 'Free Trial Activated! Enjoy 1 month of full access.',
    trialWelcome: 'You are on a free trial! Enjoy all the features for the next 30 days.',
    noLink: 'Payment link is not available for this plan.',
    noPlans: 'No subscription plans available.',
    notFetched: 'Failed to fetch subscription data.',
  })
})

test('payments', () => {
  expect(paymentTexts).toMatchObject({
    noMonths: 'Please select at least one month for subscription.',
    unexpected: 'An unexpected error occurred.',
    succeeded: 'Payment succeeded',
    processing: 'Your payment is processing.',
    notSuccessful: 'Your payment was not successful, please try again.',
    wentWrong: 'Something went wrong, please try again.',
    activated: 'Congratulations! Your upgrade plan is activated',
    noPayments: 'No payment found.',
    historyFailed: 'Error fetching Payment history',
  })
})

test.each([
  ['open', 'Pending'],
  ['paid', 'Successful'],
  ['failed', 'Failed'],
  ['fail', 'Failed'],
  ['canceled', 'Cancelled'],
  ['expired', 'Expired'],
  ['refunded', 'Unknown'],
  ['toString', 'Unknown'],
])('a payment stored as %s is called %s', (status, label) => {
  expect(paymentStatusLabel(status)).toBe(label)
})

test("the administrators' desk", () => {
  expect(adminTexts).toEqual({
    notFetched: 'Failed to fetch data.',
    suspended: 'User suspended successfully!',
    unsuspended: 'User unsuspended successfully!',
    notUpdated: 'Failed to update user status.',
    planCreated: 'Subscription created successfully!',
    planNotCreated: 'Failed to create subscription.',
  })
})
