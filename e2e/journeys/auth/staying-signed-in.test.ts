import { api } from '@docketbox/contract'
import { signInByApi } from '@docketbox/testing/people/people'
import { callApi } from '@docketbox/testing/product/api'
import { expect, test } from '../../harness/test.ts'

test('a visitor is asked to log in and continues to the requested page', async ({ page, newPerson }) => {
  const ann = await newPerson()
  await page.goto('/categories')
  await expect(page).toHaveURL('/login?returnTo=%2Fcategories')
  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/categories')
  await page.goBack()
  await expect(page).not.toHaveURL(/login/)
})

test('a remembered user skips the login screen until they log out', async ({ page, newPerson }) => {
  const ann = await newPerson()
  await page.goto('/login')
  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  const stored = await page.evaluate(() => Object.keys(localStorage))
  expect(stored.filter((key) => ['token', 'role', 'user', 'rememberMe'].includes(key))).toEqual([])
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('the public pages know a logged-in user', async ({ page, problems, newPerson, signInAs }) => {
  problems.expect(/^404: GET .*nowhere$/)
  await signInAs(await newPerson())
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Log in' })).toBeHidden()
  await header.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  for (const path of ['/login', '/register', '/welcome']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
  for (const path of ['/error', '/nowhere']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  }
})

test('an invalid or expired token is ignored', async ({ page }) => {
  await page.goto('/')
  for (const token of ['nonsense', `e30.${btoa(JSON.stringify({ exp: 1 }))}.x`]) {
    await page.evaluate((token) => localStorage.setItem('token', token), token)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login/)
  }
})

test('logging out in one tab ends the other', async ({ page, context, newPerson, signInAs }) => {
  const ann = await newPerson()
  await signInAs(ann)
  const other = await context.newPage()
  await Promise.all([page.goto('/dashboard'), other.goto('/categories')])
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL(/\/login/)
})

test('what’s typed in a form when the session ends is still there after logging in again', async ({
  page,
  newPerson,
  signInAs,
  problems,
  productUrl,
}) => {
  problems.expect(/^401: /)
  const ann = await newPerson()
  await signInAs(ann)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Street').fill('12 Wattle Street')
  await callApi(productUrl, api.profile.endOtherSessions, {}, await signInByApi(productUrl, ann))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Street')).toHaveValue('12 Wattle Street')
})
