import type { Page } from '@playwright/test'
import { payHosted } from '../../harness/card-form.ts'
import { test } from '../../harness/second-product.ts'
import { expect, expectAccessible } from '../../harness/test.ts'

test('a trial that ends, a plan that renews, is cancelled, and stays until its period ends', async ({
  page,
  context,
  database,
  paymentsUrl,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  await signInAs(person)
  await page.goto('/dashboard')
  await expect(page.getByText(/Trial until .*, 30 days left\./)).toBeVisible()
  await database.query(
    `update subscriptions set period_start = period_start - interval '30 days',
       period_end = now() - interval '1 minute' where owner_id = $1`,
    [person._id],
  )
  await page.reload()
  await expect(page.getByText(/Your Trial plan has ended/)).toBeVisible()
  await expectClosed(page)
  await page.getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page.getByRole('button', { name: 'Used Plan: Trial' })).toBeDisabled()

  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
  const checkout = await opening
  await payHosted(checkout, '4242 4242 4242 4242')
  await expect(checkout).toHaveURL('/success-subscription')
  await checkout.close()

  const desk = await context.newPage()
  const aMonthOn = async () => {
    await desk.goto(paymentsUrl)
    await desk.getByRole('button', { name: 'Skip a month' }).click()
  }
  await aMonthOn()
  await page.goto('/payment-history')
  await untilSeen(page, () => expect(page.getByText('Successful')).toHaveCount(2, { timeout: 5_000 }))

  await page.goto('/upgrade')
  await expect(page.getByText(/^Your Pro plan renews on/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(/^Pro until/)).toBeVisible()
  await expectAccessible(page)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Scan' })).toBeVisible()

  await aMonthOn()
  await page.goto('/dashboard')
  await untilSeen(page, () =>
    expect(navigation.getByRole('button', { name: /Scan/ })).toBeVisible({ timeout: 5_000 }),
  )
  await expectClosed(page)
  await page.goto('/payment-history')
  await expect(page.getByText('Successful')).toHaveCount(2)
})

/** Checks that uploading is locked and the dialog says so. */
async function expectClosed(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /Scan/ }).click()
  await expect(page.getByRole('alertdialog', { name: 'No Active Subscription' })).toBeVisible()
}

/** Stripe's events arrive a moment later. */
async function untilSeen(page: Page, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.reload()
    await seen()
  }).toPass()
}
