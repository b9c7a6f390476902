import { answerBank, fillInCard, payHosted } from '../../harness/card-form.ts'
import { expect, expectAccessible, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

const good = '4242 4242 4242 4242'
const declined = '4000 0000 0000 0002'
const poor = '4000 0000 0000 9995'
const asksBank = '4000 0027 6000 3184'

test(
  'the trial: one click, a celebration, the days left',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, newPerson, signInAs }) => {
    await signInAs(await newPerson({ plan: 'none' }))
    await page.goto('/subscription')
    await expect(page.getByRole('heading', { name: 'Choose Your Pricing Plan' })).toBeVisible()
    await expectAccessibleAtAllWidths(page)
    await page.getByRole('button', { name: 'Start free trial' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Free Trial Activated! Enjoy 1 month of full access.')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Congratulations!' })).toContainText('30 days left')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto('/subscription')
    await expect(page.getByRole('button', { name: 'Current Plan: Trial' })).toBeDisabled()
  },
)

test('without a plan, uploading is locked and leads to the plans', async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson({ plan: 'none' }))
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /Scan/ }).click()
  const modal = page.getByRole('alertdialog', { name: 'No Active Subscription' })
  await expect(modal).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toBeHidden()
  await page.goto('/capture')
  await expect(modal).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe Now' }).click()
  await expect(page).toHaveURL('/subscription')
})

test(
  'months: pick, decline, pay, and see it in the history with its tax invoice',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, newPerson, signInAs, mail, problems }) => {
    problems.expect(/^402: POST .*confirm$/)
    const person = await newPerson({ plan: 'none' })
    await signInAs(person)
    await page.goto('/pricing-duration')
    const boxes = page.getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(2).check()
    await expect(page.getByText('$9.98')).toBeVisible()
    await expectAccessibleAtAllWidths(page)
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByRole('heading', { name: 'Professional Plan' })).toBeVisible()
    await page.getByRole('link', { name: 'Payment Information' }).click()

    await expect(page).toHaveURL('/create-payment')
    await expect(page.getByText('$9.98', { exact: true })).toBeVisible()
    const pay = page.getByRole('button', { name: 'Pay now' })
    await expect(page.getByLabel('Card number')).toBeVisible()
    await expectAccessibleAtAllWidths(page)
    await pay.click()
    await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible()
    await fillInCard(page, declined)
    await pay.click()
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    await fillInCard(page, poor)
    await pay.click()
    await expect(page.getByText('Your card has insufficient funds.')).toBeVisible()
    await fillInCard(page, good)
    await pay.click()

    await expect(page.getByRole('heading', { name: 'Payment succeeded' })).toBeVisible()
    expect(page.url()).not.toContain('secret')
    await expect(page).toHaveURL('/success-subscription')
    await expect(page.getByRole('heading', { name: /Your upgrade plan is activated/ })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText(/^G’day, .* Pro until .*, then Pro from 1\s.* until/)).toBeVisible()

    await page.goto('/payment-history')
    await expect(page.getByText('Successful')).toBeVisible()
    await expectAccessibleAtAllWidths(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF, tax invoice for $9.98' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^tax-invoice-DB-\d+\.pdf$/)
    const receipt = await mail({ to: person.email, subject: 'receipt' })
    expect(receipt.attachments).toMatchObject([{ type: 'application/pdf' }])

    await page.goto('/pricing-duration')
    await expect(page.getByText('Already covered', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('checkbox')).toHaveCount(10)
  },
)

test('a card with bank authentication is refused over the form, then approved', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson({ plan: 'none' }))
  await page.goto('/pricing-duration')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('link', { name: 'Payment Information' }).click()
  const pay = page.getByRole('button', { name: 'Pay now' })
  const notAuthenticated = page.getByText(/Your bank couldn’t confirm that it’s you/)
  await fillInCard(page, asksBank)
  await pay.click()
  await answerBank(page, 'Fail authentication')
  await expect(notAuthenticated).toBeVisible()
  await expectAccessible(page)
  await pay.click()
  await expect(notAuthenticated).toBeHidden()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(notAuthenticated).toBeVisible()
  await pay.click()
  await answerBank(page, 'Complete authentication')
  await expect(page.getByRole('heading', { name: 'Payment succeeded' })).toBeVisible()
})

test('a pending bank debit reserves its month', async ({ page, newPerson, signInAs }) => {
  const person = await newPerson({ plan: 'none' })
  await signInAs(person)
  await page.goto('/pricing-duration')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('link', { name: 'Payment Information' }).click()
  await page.getByRole('button', { name: 'BECS Direct Debit' }).click()
  await expect(page.getByLabel('Full name')).not.toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('BSB').fill('000-000')
  await page.getByLabel('Account number').fill('000123456')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByRole('heading', { name: 'Your payment is processing.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Payment History' }).first().click()
  await expect(page.getByText('Pending')).toBeVisible()
  await page.goto('/pricing-duration')
  await expect(page.getByText('Already covered', { exact: true })).toHaveCount(1)
})

test('a plan is bought on the provider’s page, changed, cancelled and managed in the portal', async ({
  page,
  context,
  newPerson,
  signInAs,
  problems,
}) => {
  problems.expect(/^402: POST .*\/c\/pay\//)
  await signInAs(await newPerson())
  await page.goto('/subscription')
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
  const checkout = await opening
  await expect(checkout.getByText('No money moves')).toBeVisible()
  await payHosted(checkout, declined)
  await expect(checkout.getByText('Your card was declined.')).toBeVisible()
  await payHosted(checkout, good)
  await expect(checkout).toHaveURL('/success-subscription')
  await expect(checkout).toHaveURL('/dashboard')
  await checkout.close()

  await page.goto('/upgrade')
  await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Premium' })
  await expect(dialog.getByText('Due now')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Pay \$\d/ }).click()
  await expect(page).toHaveURL('/success-subscription')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(/Your Premium plan renews on/)).toBeVisible()

  await page.goto('/upgrade')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByRole('button', { name: 'Keep my plan' })).toBeVisible()

  await page.getByRole('link', { name: 'Billing details' }).click()
  await expect(page.getByRole('button', { name: 'Keep my subscription' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my subscription' }).click()
  await page.getByRole('link', { name: 'Back to the product' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/upgrade')
  await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible()
})

test('a plan change waits for the bank, and charges nothing if it says no', async ({
  page,
  context,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  await page.goto('/subscription')
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
  const checkout = await opening
  await payHosted(checkout, asksBank)
  await checkout.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(checkout).toHaveURL('/dashboard')
  await checkout.close()

  await page.goto('/upgrade')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Premium' })
  await dialog.getByRole('button', { name: /^Pay \$\d/ }).click()
  await answerBank(page, 'Fail authentication')
  await expect(dialog.getByRole('alert')).toContainText('Your bank couldn’t confirm that it’s you')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Pay \$\d/ }).click()
  await answerBank(page, 'Complete authentication')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(/Your Premium plan renews on/)).toBeVisible()
  await page.goto('/payment-history')
  await expect(page.getByText('Failed', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Successful', { exact: true })).toHaveCount(2)
})

test('a card form that fails to load says so and can be retried', async ({
  page,
  newPerson,
  signInAs,
  problems,
}) => {
  problems.expect(/stripe\.js/)
  await signInAs(await newPerson({ plan: 'none' }))
  await page.route('**/v3/stripe.js', (route) => route.abort())
  await page.goto('/pricing-duration')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('link', { name: 'Payment Information' }).click()
  await expect(page.getByText('We couldn’t load the card form. You haven’t been charged.')).toBeVisible()
  await page.unroute('**/v3/stripe.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})
