import type { CDPSession, Page } from '@playwright/test'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import type { Person } from '@docketbox/testing/people/people'
import { expect, expectAccessible, test } from '../../harness/test.ts'

let person: Person
test.beforeEach(async ({ newPerson, signInAs, problems }) => {
  // The password isn't enough, or the account is closed.
  problems.expect(/^40[13]: POST .*signin$/)
  const newUser = await newPerson()
  await signInAs(newUser)
  person = newUser
})

test('two-step login is set up, used, lost and recovered with a recovery code', async ({ page }) => {
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await confirmPassword(page, person)
  await expectAccessible(page)
  // On a phone, less is in view.
  await page.setViewportSize({ width: 360, height: 740 })
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel(/Enter the code/).fill(authenticatorCode(secret, new Date()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(page.getByRole('alert').filter({ hasText: 'Save these codes' })).toBeFocused()
  await expect(codes).toBeInViewport({ ratio: 1 })
  const recovery = await codes.getByRole('listitem').first().innerText()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('You have 10 recovery codes left')).toBeVisible()

  await logOut(page)
  await logIn(page, person)
  // The set-up used its code, so this takes the next one, half a minute early.
  await page.getByLabel('Code').fill(authenticatorCode(secret, new Date(Date.now() + 30_000)))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await logOut(page)
  await logIn(page, person)
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/profile/security')
  await expect(page.getByText('You have 9 recovery codes left')).toBeVisible()
})

test('a passkey is added, named, used to log in, and removed', async ({ page }) => {
  await plugInDevice(await page.context().newCDPSession(page))
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('form', { name: 'Add a passkey' })
  await add.getByLabel('Device name').fill('Blue phone')
  await add.getByLabel('Password', { exact: true }).fill(person.password)
  await add.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText('Blue phone')
  await expectAccessible(page)

  await logOut(page)
  await logIn(page, person)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/profile/security')
  await passkeys.getByRole('button', { name: 'Remove Blue phone' }).click()
  const remove = page.getByRole('form', { name: 'Remove passkey' })
  await remove.getByLabel('Password', { exact: true }).fill(person.password)
  await remove.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys).toBeHidden()
})

test('an account is closed, and reopened by logging in', async ({ page }) => {
  await page.goto('/profile/data')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^docketbox-[\d-]{10}\.zip$/)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await expectAccessible(page)
  const form = page.getByRole('form', { name: 'Close your account' })
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Close my account' }).click()
  await expect(page).toHaveURL('/')

  await logIn(page, person)
  await page.getByRole('button', { name: 'Reopen my account' }).click()
  await expect(page).toHaveURL('/dashboard')
})

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
}

async function confirmPassword(page: Page, { password }: Person): Promise<void> {
  const proof = page.getByRole('form', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
}

/** A virtual authenticator that creates and uses passkeys, like a phone. */
async function plugInDevice(devtools: CDPSession): Promise<void> {
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
