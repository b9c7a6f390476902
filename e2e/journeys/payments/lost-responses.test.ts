import { payHosted } from '../../harness/card-form.ts'
import { expect, expectAccessible, test } from '../../harness/test.ts'

test('what was paid or cancelled shows even if the responses are lost', async ({
  page,
  context,
  newPerson,
  signInAs,
  problems,
}) => {
  problems.expect(/^no answer: POST .*\/api\/plan-(change|cancellation) /)
  problems.expect(/^no answer: (GET|POST) .* net::ERR_INTERNET_DISCONNECTED$/)
  await signInAs(await newPerson())
  await page.goto('/subscription')
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
  const checkout = await opening
  await payHosted(checkout, '4242 4242 4242 4242')
  await expect(checkout).toHaveURL('/dashboard')
  await checkout.close()

  await page.route('**/api/plan-change', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto('/upgrade')
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await page.getByRole('button', { name: /^Pay \$\d/ }).click()
  await expect(page).toHaveURL('/success-subscription')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(/Your Premium plan renews on/)).toBeVisible()
  await page.goto('/payment-history')
  await expect(page.getByText('Successful', { exact: true })).toHaveCount(2)

  await page.goto('/upgrade')
  await page.route('**/api/plan-cancellation', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(/we don’t know yet whether this went through/)).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText(/^Your plan ends on/)).toBeVisible()
  const resume = page.getByRole('button', { name: 'Keep my plan' })
  await expect(resume).toBeVisible()

  await page.unroute('**/api/plan-cancellation')
  const isOnItsWay = Promise.withResolvers<void>()
  await page.route('**/api/plan-cancellation', async (route) => {
    await route.fetch()
    isOnItsWay.resolve()
  })
  await resume.click()
  await isOnItsWay.promise
  await page.reload()
  await expect(page.getByText('Your plan will renew as usual.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible()
})
