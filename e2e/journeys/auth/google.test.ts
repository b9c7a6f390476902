import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../../harness/test.ts'

test('a new user signs up and logs in with Google', async ({ page, anotherBrowser }) => {
  const email = `grace.${randomBytes(5).toString('hex')}@example.com`
  await page.goto('/register')
  await page.getByRole('link', { name: 'Sign up with Google' }).click()
  await chooseAnotherAccount(page, email)
  await expect(page).toHaveURL('/subscription')

  const other = await (await anotherBrowser()).newPage()
  await other.goto('/login')
  await other.getByRole('link', { name: 'Log in with Google' }).click()
  await chooseAnotherAccount(other, email)
  await expect(other).toHaveURL('/subscription')
})

test('an existing account is linked to Google if Google has verified the email', async ({
  page,
  newPerson,
  mail,
}) => {
  const ann = await newPerson()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Log in with Google' }).click()
  await chooseAnotherAccount(page, ann.email)
  await expect(page).toHaveURL('/dashboard')
  await mail({ to: ann.email, subject: 'You can now log in with Google' })
})

test('cancelling a Google login says so and breaks nothing', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Log in with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You cancelled the Google login.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled()
})

async function chooseAnotherAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Ito')
  await page.getByRole('button', { name: 'Continue' }).click()
}
