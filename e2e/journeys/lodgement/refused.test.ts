import {
  fillInForm,
  everywhere,
  fillInPerson,
  onForm,
  onPhones,
  submit,
  untilAlive,
} from '../../harness/lodgement-form.ts'
import { expect, expectAccessible, test } from '../../harness/test.ts'

test('missing answers are listed and nothing is sent', everywhere, async ({ page }) => {
  await page.goto('/lodgement')
  await untilAlive(page)
  await onForm(page).getByLabel('Full name').fill('Ann Lee')
  const calls: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && calls.push(request.url())))
  await submit(page).click({ force: true })
  await expect(page.getByText('Please complete all required fields.')).toBeVisible()
  await expect(onForm(page).getByLabel('Email')).toBeFocused()
  await onForm(page)
    .getByRole('button', { name: /Dependents/ })
    .first()
    .click()
  await expect(onForm(page).getByLabel('Number of dependants')).toBeFocused()
  expect(calls).toEqual([])
})

test('Next shows the question it leads to, even from a field with a problem', onPhones, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/lodgement')
  await fillInPerson(page, 'next@example.com')
  await onForm(page).getByLabel('Number of dependants').fill('2.5')
  await page.getByRole('button', { name: 'Next: Spouse' }).tap()
  await expect(onForm(page).getByText('Please enter a whole number')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Spouse Information' })).toBeInViewport({ ratio: 1 })
})

test('after a network or server error the form is kept and can be sent again', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^500: POST/)
  problems.expect(/ net::ERR_INTERNET_DISCONNECTED$/)
  await page.goto('/lodgement')
  await untilAlive(page)
  // Offline before anything on demand has loaded.
  await context.setOffline(true)
  await fillInPerson(page, `again-${Date.now()}@example.com`)
  await submit(page).click()
  await expect(page.getByText('Submission failed. Please try again.')).toBeVisible()
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible()
  await expect(onForm(page).getByLabel('Full name')).toHaveValue('Ann Lee')
  await context.setOffline(false)
  await page.route('**/api/auth/claim-and-deduction', (route) => route.fulfill({ status: 500, body: 'no' }), {
    times: 1,
  })
  await submit(page).click()
  await expect(page.getByText('Network error. Please check your connection.')).toBeHidden()
  await expect(page.getByText('Submission failed. Please try again.').first()).toBeVisible()
  await expect(onForm(page).getByLabel('Full name')).toHaveValue('Ann Lee')
  await expectAccessible(page)
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submission Successful!' })).toBeVisible()
})

test('a form opened before an update reloads on the first focus, and keeps what was typed', async ({
  page,
  problems,
}) => {
  problems.expect(/^404: (GET|HEAD) .*\/assets\//)
  await page.goto('/lodgement')
  await untilAlive(page)
  let hasOldPage = true
  await page.route(/\/assets\//, (route) => (hasOldPage ? route.fulfill({ status: 404 }) : route.continue()))
  page.on('request', (request) => {
    if (request.isNavigationRequest()) hasOldPage = false
  })
  const reloaded = page.waitForEvent('load')
  await onForm(page).getByLabel('Full name').fill('Ann')
  await reloaded
  await expect(page.getByText(/Welcome back/)).toBeVisible()
  await expect(onForm(page).getByLabel('Full name')).toHaveValue('Ann')
  await fillInPerson(page, `updated-${Date.now()}@example.com`)
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submission Successful!' })).toBeVisible()
})

test('a form filled in without a connection during an update says to reload', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^404: (GET|HEAD) .*\/assets\//)
  problems.expect(/ net::ERR_INTERNET_DISCONNECTED$/)
  await page.goto('/lodgement')
  await untilAlive(page)
  await context.setOffline(true)
  await fillInPerson(page, `offline-${Date.now()}@example.com`)
  await context.setOffline(false)
  await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }))
  await submit(page).click()
  await expect(page.getByText('Please reload it and submit again.')).toBeVisible()
  await page.unroute(/\/assets\//)
  await page.reload()
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submission Successful!' })).toBeVisible()
})

test('what submitting needs is loaded when the first field is focused: an update may remove it meanwhile', async ({
  page,
}) => {
  const loaded = page.waitForResponse(/success-dialog/)
  await page.goto('/lodgement')
  await untilAlive(page)
  await onForm(page).getByLabel('Full name').focus()
  expect((await loaded).ok()).toBe(true)
})

test('invalid answers are reported field by field and nothing is sent', async ({ page }) => {
  await page.goto('/lodgement')
  await fillInPerson(page, 'a@b')
  await fillInForm(page)
  const form = onForm(page)
  await form.getByLabel('Full name').fill('<script>alert(1)</script>')
  await form.getByLabel('Phone number').fill('9123 4567')
  await form.getByLabel('Number of dependants').fill('two')
  await form.getByLabel('Annual income').fill('-5')
  await form.getByLabel('Total rental income').fill('1e5')
  await form.getByLabel('Medicare card').fill('1970-01-01')
  await form.getByLabel('Weekly fuel expenses').fill('=1+1')
  const calls: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && calls.push(request.url())))
  await submit(page).click()
  const summary = form.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Please enter an email address such as name@example.com.',
    'Please add the area code, such as (03) 9123 4567.',
    'Please enter your spouse’s annual income in dollars, such as 1,234.50.',
    'Please enter your total rental income in dollars, such as 1,234.50.',
    'Please enter a whole number from 0 to 30.',
    'Medicare began on 1 February 1984. Please check the date.',
    'Please enter your weekly fuel expenses in dollars, such as 1,234.50.',
  ])
  await expectAccessible(page)
  await summary.getByRole('link').nth(1).click()
  await expect(form.getByLabel('Phone number')).toBeFocused()
  expect(calls).toEqual([])
})

test('a tax file number shows a warning', async ({ page }) => {
  await page.goto('/lodgement')
  await onForm(page).getByLabel('Full name').fill('Ann Lee, my TFN is 123 456 782')
  await expect(page.getByText(/This looks like a tax file number/)).toBeVisible()
  await expectAccessible(page)
})
