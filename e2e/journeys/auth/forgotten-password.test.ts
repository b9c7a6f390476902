import { linkTo } from '@docketbox/testing/product/mailbox'
import { expect, expectAccessible, test } from '../../harness/test.ts'

test('a forgotten password is replaced, and every device is signed out', async ({
  page,
  mail,
  newPerson,
  anotherBrowser,
  signInAs,
  problems,
}) => {
  problems.expect(/^401: /)
  const ann = await newPerson()
  const phone = await anotherBrowser()
  await signInAs(ann, phone)
  const elsewhere = await phone.newPage()
  await elsewhere.goto('/categories')
  await expect(elsewhere).toHaveURL('/categories')

  await page.goto('/login')
  await page.getByLabel('Email').fill(ann.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The previous screen has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ann.email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset email sent. Check your inbox.')).toBeVisible()

  const letter = await mail({ to: ann.email, subject: 'Choose a new password' })
  await page.goto(linkTo(letter, '/reset-password'))
  await expect(page.getByLabel('Email')).toHaveValue(ann.email)
  const password = `${ann.password} again`
  await page.getByLabel('New password', { exact: true }).fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password reset successfully!').first()).toBeVisible()
  const login = page.getByRole('form', { name: 'Log in' })
  await expect(login).toBeVisible()

  await mail({ to: ann.email, subject: 'Your password was changed' })

  await login.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Incorrect password. Please try again.').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login/)
  await phone.close()
})

test('a reset link works once', async ({ page, mail, newPerson, problems }) => {
  problems.expect(/^400: POST .*reset-password$/)
  const ann = await newPerson()
  await page.goto('/forgetpassword')
  await page.getByLabel('Email').fill(ann.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  const letter = await mail({ to: ann.email, subject: 'Choose a new password' })
  const link = linkTo(letter, '/reset-password')
  const attempts = [
    ['a wombat on a bicycle', 'Password reset successfully!'],
    ['a wombat on a scooter', 'This reset link is invalid or has expired.'],
  ] as const
  for (const [password, sentence] of attempts) {
    await page.goto('/')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText(sentence).first()).toBeVisible()
  }
})
