import { api } from '@docketbox/contract'
import { complete } from '@docketbox/contract/lodgement/testing/claims-sample'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { callApi } from '@docketbox/testing/product/api'
import { linkTo } from '@docketbox/testing/product/mailbox'
import { newPersonDetails } from '@docketbox/testing/people/people'
import { expect, expectAccessible, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

test('an administrator invites another, who suspends a user and creates a plan', async ({
  page,
  signInAs,
  superAdmin,
  newPerson,
  mail,
  anotherBrowser,
  problems,
}) => {
  test.slow()
  problems.expect(/^401: GET /)
  const user = await newPerson()
  const fresh = newPersonDetails({ firstName: 'Iris', lastName: 'Desk' })

  await signInAs(superAdmin)
  await page.goto('/admin-dashboard/administrators')
  const invite = page.getByRole('form', { name: 'Invite an administrator' })
  await invite.getByLabel('Email').fill(fresh.email)
  await invite.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(`We’ve sent an invitation to ${fresh.email}.`).first()).toBeVisible()
  await expectAccessible(page)

  // The new administrator signs up with the mailed link, verifies, and sets up two-step login first.
  const theirs = await (await anotherBrowser()).newPage()
  const invitation = await mail({ to: fresh.email })
  await theirs.goto(linkTo(invitation, '/admin-register'))
  const signUp = theirs.getByRole('form', { name: 'Administrator sign up' })
  await expect(signUp.getByLabel('Email')).toHaveValue(fresh.email)
  await signUp.getByLabel('First name').fill(fresh.firstName)
  await signUp.getByLabel('Last name').fill(fresh.lastName)
  await signUp.getByLabel('Phone number').fill('0412 345 678')
  await signUp.getByLabel('Location').selectOption('Victoria')
  await signUp.getByLabel('Password', { exact: true }).fill(fresh.password)
  await signUp.getByRole('button', { name: 'Sign Up' }).click()
  await expect(theirs).toHaveURL('/email_verify')
  const welcome = await mail({ to: fresh.email, subject: 'Verify', after: invitation })
  await theirs.goto(linkTo(welcome, '/verify'))
  await theirs.getByRole('link', { name: 'Log in' }).click()
  await theirs.getByLabel('Email').fill(fresh.email)
  await theirs.getByLabel('Password', { exact: true }).fill(fresh.password)
  await theirs.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(theirs).toHaveURL('/profile/security')
  await theirs.getByRole('button', { name: 'Turn on' }).click()
  const proof = theirs.getByRole('form', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(fresh.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  const secret = (await theirs.locator('code').innerText()).replaceAll(' ', '')
  await theirs.getByLabel(/Enter the code/).fill(authenticatorCode(secret, new Date()))
  await theirs.getByRole('button', { name: 'Confirm' }).click()
  await theirs.getByRole('button', { name: 'I’ve saved them' }).click()

  // The suspended user's next click leads to the login screen.
  const suspended = await anotherBrowser()
  await signInAs(user, suspended)
  const screen = await suspended.newPage()
  await screen.goto('/dashboard')
  await expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  await theirs.goto('/admin-dashboard')
  await theirs.getByLabel('Search by email').fill(user.email)
  await expect(theirs.getByText('1 person')).toBeVisible()
  await theirs.getByRole('button', { name: new RegExp(user.email) }).click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByLabel(/Reason/).fill('Chargebacks')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(theirs.getByText('User suspended successfully!').first()).toBeVisible()
  await screen.getByRole('link', { name: 'Payment History' }).first().click()
  await expect(screen).toHaveURL(/\/login/)

  // The new plan is offered straight away.
  const planName = `Studio ${fresh.email.slice(5, 11)}`
  await theirs.getByRole('button', { name: 'Create plan' }).click()
  const plan = theirs.getByRole('form', { name: 'Create a subscription plan' })
  await plan.getByLabel('Plan', { exact: true }).fill(planName)
  await plan.getByLabel('Price', { exact: true }).fill('12.50')
  await plan.getByLabel('Description').fill('For studios')
  await plan.getByLabel('Features').fill('Two seats, A phone line')
  await plan.getByRole('button', { name: 'Create plan' }).click()
  await expect(theirs.getByText('Subscription created successfully!').first()).toBeVisible()
  const buyer = await anotherBrowser()
  await signInAs(await newPerson({ plan: 'none' }), buyer)
  const cards = await buyer.newPage()
  await cards.goto('/subscription')
  await expect(cards.getByRole('heading', { name: planName })).toBeVisible()
  await expect(cards.getByText('A phone line')).toBeVisible()
})

test('a lodgement appears in the inbox without its encrypted parts, and is marked done', async ({
  page,
  productUrl,
  networkAddress,
  signInAs,
  superAdmin,
}) => {
  const { email } = newPersonDetails()
  const sent = await callApi(
    productUrl,
    api.lodgement.submit,
    { body: { ...complete, email } },
    { address: networkAddress },
  )
  await signInAs(superAdmin)
  await page.goto(`/admin-dashboard/lodgements?q=${encodeURIComponent(email)}`)
  const item = page.getByRole('listitem').filter({ hasText: sent.reference })
  await item.getByText('Answers').click()
  await expect(item).not.toContainText('Kim')
  await expectAccessible(page)
  await item.getByRole('button', { name: 'Mark done' }).click()
  await expect(item.getByText('Done', { exact: true })).toBeVisible()
})

test('administrators see whether receipts are read', async ({ page, signInAs, superAdmin }) => {
  await signInAs(superAdmin)
  await page.goto('/admin-dashboard/reading')
  await expect(page.getByText('Reading is turned off')).toBeVisible()
  await expectAccessibleAtAllWidths(page)
})
