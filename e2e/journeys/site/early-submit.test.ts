import type { Page } from '@playwright/test'
import { fillInPerson, onForm } from '../../harness/lodgement-form.ts'
import { expect, test } from '../../harness/test.ts'

/** Opens a page and holds back its script until released. */
async function openWithoutScript(page: Page, path: string): Promise<() => void> {
  const { promise: later, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await later
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

/** Clicks a button before hydration and checks that no input ends up in the URL. */
async function pressEarly(page: Page, form: string, button: string, path: string): Promise<void> {
  await page.getByRole('form', { name: form }).getByRole('button', { name: button }).click({ force: true })
  await expect(page).toHaveURL(path)
}

test.describe('a form submitted before hydration is sent afterwards, with its input', () => {
  test('a message is sent', async ({ page }) => {
    const release = await openWithoutScript(page, '/')
    const form = page.getByRole('form', { name: 'Contact us' })
    await form.getByLabel('Email').fill('early@example.com')
    await form.getByLabel('Phone').fill('0412 345 678')
    await form.getByLabel('Message').fill('I am quick.')
    await pressEarly(page, 'Contact us', 'Send message', '/')
    release()
    await expect(page.getByText('We’ve emailed a confirmation to early@example.com.')).toBeVisible()
  })

  test('a login is completed and remembered', async ({ page, newPerson }) => {
    const person = await newPerson()
    const release = await openWithoutScript(page, '/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Remember me').check()
    await pressEarly(page, 'Log in', 'Log in', '/login')
    release()
    await expect(page).toHaveURL('/dashboard')
    expect(await page.evaluate(() => localStorage.getItem('rememberMe'))).toBe('true')
  })

  test('sign-up lists what is missing', async ({ page }) => {
    const release = await openWithoutScript(page, '/register')
    await page.getByLabel('First name').fill('Ann')
    await pressEarly(page, 'Sign up', 'Sign Up', '/register')
    release()
    await expect(page.getByRole('alert').getByRole('link', { name: '* Location is required.' })).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Ann')
  })

  test('an incomplete lodgement is not sent, a complete one is', async ({ page }) => {
    let release = await openWithoutScript(page, '/lodgement')
    await onForm(page).getByLabel('Full name').fill('Ann Lee')
    await pressEarly(page, 'Claims and Deductions', 'Submit', '/lodgement')
    release()
    await expect(page.getByText('Please complete all required fields.')).toBeVisible()
    await expect(onForm(page).getByLabel('Email')).toBeFocused()

    await page.unrouteAll()
    release = await openWithoutScript(page, '/lodgement')
    await fillInPerson(page, 'early@example.com')
    await pressEarly(page, 'Claims and Deductions', 'Submit', '/lodgement')
    release()
    await expect(page.getByRole('dialog', { name: 'Submission Successful!' })).toBeVisible()
  })
})

test.describe('a script that failed to load is loaded once online', () => {
  test.beforeEach(({ problems }) => problems.expect(/\.js net::ERR_FAILED$/))

  for (const [which, lost] of [
    ['any part of it', /\/assets\/.*\.js$/],
    ['only its last part', /\/assets\/entry\.client.*\.js$/],
  ] as const) {
    test(`${which}, and input is kept`, async ({ page }) => {
      await page.route(lost, (route) => route.abort())
      const lostOne = page.waitForEvent('requestfailed', (request) => request.url().includes('entry.client'))
      await page.goto('/register', { waitUntil: 'commit' })
      await lostOne
      await page.getByLabel('First name').fill('Ann')
      await pressEarly(page, 'Sign up', 'Sign Up', '/register')
      await page.unrouteAll()
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(
        page.getByRole('alert').getByRole('link', { name: '* Location is required.' }),
      ).toBeVisible()
      await expect(page.getByLabel('First name')).toHaveValue('Ann')
    })
  }

  test('the app shell recovers too', async ({ page }) => {
    await page.route(/\/assets\/base-.*\.js$/, (route) => route.abort())
    const lost = page.waitForEvent('requestfailed')
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await lost
    await page.unrouteAll()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { name: 'Hello Again' })).toBeVisible()
  })
})

test('a browser that’s too old for the script is told so', async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(Array.prototype, 'toSorted'))
  for (const path of ['/', '/dashboard']) {
    await page.goto(path, { waitUntil: 'load' })
    await expect(page.getByRole('alert')).toHaveText(/^This browser is too old for this app\./)
  }
})
