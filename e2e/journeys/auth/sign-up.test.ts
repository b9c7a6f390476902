import type { Page } from '@playwright/test'
import { linkTo } from '@docketbox/testing/product/mailbox'
import { type Person, newPersonDetails } from '@docketbox/testing/people/people'
import { expect, expectAccessible, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

const widths = [360, 768, 1280]

test('sign up, read the mail, verify, log in', { tag: ['@phone-only', '@phone'] }, async ({ page, mail }) => {
  const ann = newPersonDetails()

  await page.goto('/welcome')
  await page.getByRole('link', { name: 'New User' }).click()
  await expect(page).toHaveURL('/register')
  await expectAccessibleAtAllWidths(page, { widths })
  await fillInSignUp(page, ann)
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await expect(page).toHaveURL('/email_verify')
  await expect(page.getByText('Kindly Verify Email!')).toBeVisible()
  await expect(page.getByText(ann.email)).toBeVisible()

  const letter = await mail({ to: ann.email })
  expect(letter.subject).toContain('Verify your email')
  await page.goto(linkTo(letter, '/verify'))
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await expectAccessibleAtAllWidths(page, { widths })
  await page.getByRole('link', { name: 'Log in' }).click()

  await expect(page.getByRole('heading', { name: 'Hello Again' })).toBeFocused()
  await signIn(page, ann)
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/subscription')
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the form lists what is missing and keeps its input', async ({ page }) => {
  await page.goto('/register')
  const button = page.getByRole('button', { name: 'Sign Up' })
  await expect(button).toBeDisabled()
  await page.getByLabel('First name').fill('R2D2')
  await page.getByLabel('Email').fill('no address')
  await page.getByLabel('Phone number').focus()
  await page.getByLabel('Password', { exact: true }).focus()
  for (const problem of [
    'Please use letters only.',
    '* Enter a valid email address.',
    '* Phone number is required.',
  ])
    await expect(page.getByText(problem)).toBeVisible()
  await fillInSignUp(page, newPersonDetails())
  await expect(button).toBeEnabled()
})

test('a person with an account is asked to log in', async ({ page, problems, newPerson }) => {
  problems.expect(/^409: POST .*signup$/)
  const known = await newPerson({ plan: 'none' })
  await page.goto('/register')
  await fillInSignUp(page, known)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Email already exists. Try logging in instead.').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(known.email)
})

test('an invalid link leads to a new one that works, and to the page they came for', async ({
  page,
  mail,
  problems,
}) => {
  problems.expect(/^400: GET .*verification/)
  problems.expect(/^403: POST .*signin$/)
  problems.expect(/^404: GET .*promotion/)
  const ann = newPersonDetails()
  await page.goto('/subscription?code=EOFY20')
  await page.getByRole('link', { name: 'Sign up', exact: true }).last().click()
  await fillInSignUp(page, ann)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const first = await mail({ to: ann.email })

  await page.getByRole('link', { name: 'Back to Login' }).click()
  await signIn(page, ann)
  await expect(page.getByText('Please verify your email before logging in.').first()).toBeVisible()

  const broken = new URL(linkTo(first, '/verify'))
  broken.searchParams.set('token', 'nonsense')
  await page.goto(broken.href)
  await expect(page.getByText('This verification link is invalid or has expired.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ann.email)
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(
    page.getByText('A new verification email has been sent. Please check your inbox.'),
  ).toBeVisible()

  const second = await mail({ to: ann.email, after: first })
  await page.goto(linkTo(second, '/verify'))
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  // As in another browser: it no longer knows who signed up.
  await page.reload()
  const verify = page.getByRole('button', { name: 'Verify my email' })
  await expect(verify).toBeVisible()
  await expectAccessibleAtAllWidths(page, { widths })
  await verify.click()
  await page.getByRole('link', { name: 'Log in' }).last().click()
  await signIn(page, ann)
  await expect(page).toHaveURL('/subscription?code=EOFY20')
  await expect(page.getByRole('link', { name: 'Subscribe with code EOFY20' })).toBeVisible()
})

test('a form opened before an update keeps what was typed, and links to the terms', async ({
  page,
  problems,
}) => {
  problems.expect(/^404: (GET|HEAD) .*\/assets\//)
  await page.goto('/register')
  await page.getByLabel('First name').fill('Ann')
  await page.waitForLoadState('networkidle')
  await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'terms and conditions' }).click()
  const terms = page.getByRole('dialog').getByRole('link', { name: 'Read the terms and conditions' })
  const opened = page.waitForEvent('popup')
  await terms.click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Terms and conditions')
  await expect(page.getByLabel('First name')).toHaveValue('Ann')
})

async function fillInSignUp(page: Page, { firstName, lastName, email, password }: Person): Promise<void> {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('0412 345 678')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Location').selectOption('Victoria')
  await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check()
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
