import { expect, type Locator, type Page } from '@playwright/test'

export const everywhere = { tag: ['@phone'] }
export const onPhones = { tag: ['@phone-only', '@phone'] }
export const onForm = (page: Page) => page.getByRole('form', { name: 'Claims and Deductions' })
export const submit = (page: Page) => onForm(page).getByRole('button', { name: 'Submit' }).first()
export const answer = (page: Page, question: RegExp, yesNo: 'Yes' | 'No') =>
  page.getByRole('radiogroup', { name: question }).getByText(yesNo, { exact: true }).click()

/** Waits until the form is hydrated: it then hides the questions no answer has opened. */
export const untilAlive = (page: Page) =>
  expect(page.locator('[name="spouseDetails.firstName"]')).toHaveCount(0)

export async function fillInPerson(page: Page, email: string): Promise<void> {
  const form = onForm(page)
  await form.getByLabel('Full name').fill('Ann Lee')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone number').fill('0412 345 678')
  await form.getByLabel('Number of dependants').fill('2')
}

export async function fillInForm(page: Page): Promise<void> {
  const form = onForm(page)
  // In the moment when the script takes over, a key may be lost.
  await untilAlive(page)
  await answer(page, /spouse/, 'Yes')
  await form.getByLabel('First name').fill('Kim')
  await form.getByLabel('Last name').fill('Lee')
  await form.getByLabel('Date of birth').fill('1990-02-28')
  await form.getByLabel('Annual income').pressSequentially('55000')
  await answer(page, /investment property/, 'Yes')
  await form.getByLabel('Total rental income').pressSequentially('20000')
  await form.getByLabel('Total property expenses').pressSequentially('4321.09')
  await answer(page, /Australian resident/, 'Yes')
  await form.getByLabel('Medicare card').fill('2012-05-01')
  await answer(page, /logbook/, 'No')
  for (const amount of await amountsOfWork(page)) await amount.fill('10')
}

export function amountsOfWork(page: Page): Promise<Locator[]> {
  return page
    .getByRole('region', { name: /Work Related/ })
    .getByRole('textbox')
    .all()
}
