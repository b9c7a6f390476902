import {
  amountsOfWork,
  answer,
  fillInForm,
  everywhere,
  fillInPerson,
  onForm,
  onPhones,
  submit,
  untilAlive,
} from '../../harness/lodgement-form.ts'
import { expect, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

test('a complete lodgement is sent', onPhones, async ({ page, mail }) => {
  test.slow()
  await page.goto('/lodgement')
  await expectAccessibleAtAllWidths(page)
  await expect(submit(page)).toBeDisabled()
  const email = `everything-${Date.now()}@example.com`
  await fillInPerson(page, email)
  await fillInForm(page)
  await expect(page.getByText('6 of 6').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('$15,678.91').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('$1,440.00').filter({ visible: true })).toBeVisible()
  await expect(onForm(page).getByLabel('Annual income')).toHaveValue('55,000.00')
  await expectAccessibleAtAllWidths(page)

  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Submission Successful!' })
  await expect(dialog).toContainText(
    'You will receive a confirmation email shortly. Please check your inbox and spam folder.',
  )
  await expectAccessibleAtAllWidths(page)
  const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await dialog.innerText())![0]
  const letter = await mail({ to: email, subject: reference })
  expect(letter.text).not.toMatch(/Lee|Kim|55,000|1990|not a real password/)
  await dialog.getByRole('button', { name: 'Got it!' }).click()
  await expect(page.getByText('Submission successful!', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
})

test('each Yes or No opens the right questions', everywhere, async ({ page }) => {
  await page.goto('/lodgement')
  for (const [question, first] of [
    [/spouse/, 'First name'],
    [/investment property/, 'Total rental income'],
    [/Australian resident/, 'Medicare card'],
  ] as const) {
    const field = onForm(page).getByLabel(first)
    await expect(field).toBeHidden()
    await answer(page, question, 'Yes')
    await expect(field).toBeVisible()
    await answer(page, question, 'No')
    await expect(field).toBeHidden()
  }
  await answer(page, /logbook/, 'No')
  expect(await amountsOfWork(page)).toHaveLength(9)
  await answer(page, /logbook/, 'Yes')
  expect(await amountsOfWork(page)).toHaveLength(9)
})

test('the form works with the keyboard alone', async ({ page }) => {
  await page.goto('/lodgement')
  await untilAlive(page)
  await onForm(page).getByLabel('Income year').focus()
  await page.keyboard.press('Tab')
  for (const text of ['Ann Lee', 'keyboard@example.com', '0412 345 678']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radiogroup', { name: /spouse/ }).getByLabel('No')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await expect(onForm(page).getByLabel('Number of dependants')).toHaveValue('3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Submission Successful!' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/register$/)
})

test('a draft survives a reload on this device', async ({ page, anotherBrowser }) => {
  await page.goto('/lodgement')
  await fillInPerson(page, 'draft@example.com')
  await fillInForm(page)
  await page.reload()
  await expect(page.getByText(/Welcome back/)).toBeVisible()
  const form = onForm(page)
  await expect(form.getByLabel('Full name')).toHaveValue('Ann Lee')
  await expect(form.getByLabel('Annual income')).toHaveValue('55,000.00')
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).toContain('Ann Lee')
  expect(stored).not.toContain('myGov')

  const elsewhere = await (await anotherBrowser()).newPage()
  await elsewhere.goto('/lodgement')
  await expect(onForm(elsewhere).getByLabel('Full name')).toHaveValue('')
})

test('after logging out, Back doesn’t show what was entered', async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson())
  await page.goto('/lodgement')
  await untilAlive(page)
  await onForm(page).getByLabel('Number of dependants').fill('7')
  // A page of its own in the history, not a screen of the same one.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goBack()
  await untilAlive(page)
  await expect(onForm(page).getByLabel('Number of dependants')).toHaveValue('')
  await expect(onForm(page).getByLabel('Full name')).toHaveValue('')
})

test('input before hydration is kept', async ({ page }) => {
  const { promise: later, resolve: release } = Promise.withResolvers<void>()
  await page.route(/claims-form/, async (route) => {
    await later
    await route.continue()
  })
  await page.goto('/lodgement')
  const form = onForm(page)
  await form.getByLabel('Full name').fill('Ann Early')
  await form.getByLabel('Income year').selectOption('2023-24')
  await answer(page, /logbook/, 'No')
  const fuel = form.getByLabel('Weekly fuel expenses')
  await fuel.pressSequentially('6')
  release()
  await untilAlive(page)
  // Still typing: nothing was added to the 6.
  await fuel.pressSequentially('0')
  await expect(page.getByText('$3,120.00').filter({ visible: true })).toBeVisible()
  await expect(form.getByLabel('Full name')).toHaveValue('Ann Early')
  await expect(page.getByText(/between 1 July 2023 and 30 June 2024/).first()).toBeVisible()
})

test('the printed form shows the answers', async ({ page }) => {
  await page.goto('/lodgement')
  await fillInPerson(page, 'paper@example.com')
  await fillInForm(page)
  await page.emulateMedia({ media: 'print' })
  await expect(onForm(page)).toBeHidden()
  for (const text of [
    'Income year 2025–26',
    'Ann Lee',
    'Did you have a spouse at any time between',
    '28 Feb 1990',
    '$55,000.00',
    '$15,678.91',
  ])
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  expect(await page.locator('body').innerText()).not.toContain('not a real password')
})

test('nothing shifts while the page loads, even while typing', everywhere, async ({ page }) => {
  await page.goto('/lodgement')
  await page.evaluate(() => document.fonts.ready)
  await onForm(page).getByLabel('Full name').fill('A')
  await expect(submit(page)).toBeDisabled()
  await untilAlive(page)
  // Typing loads the rules of the form, which must not move anything either.
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(sumOfLayoutShifts)).toBeLessThan(0.02)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ problems }) => problems.expect(/\.js csp$/))

  test('the form is readable and explains why it cannot be sent', everywhere, async ({ page }) => {
    await page.goto('/lodgement')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims and Deductions')
    for (const name of [
      'Personal Information',
      'Spouse Information',
      'Investment Property',
      'Dependents',
      'Residency Status',
      'Deductions and Work Related Expenses',
    ])
      await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByText('You can read it here, or print it')).toBeVisible()
    await answer(page, /spouse/, 'Yes')
    await expect(onForm(page).getByLabel('First name')).toBeVisible()
    await expect(page.getByText('You need JavaScript to send this form.', { exact: true })).toBeVisible()
    await expect(submit(page)).toBeHidden()
    await onForm(page).getByLabel('Full name').fill('Ann')
    await onForm(page).getByLabel('Full name').press('Enter')
    await expect(page).toHaveURL(/\/lodgement$/)
  })
})

/** Runs in the page: adds up how far content has moved. */
function sumOfLayoutShifts(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByType('layout-shift'))
        sum += (entry as PerformanceEntry & { value: number }).value
      if (list.getEntriesByType('mark').length > 0) resolve(sum)
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    observer.observe({ type: 'mark' })
    // Shifts are reported frame by frame, so those of the current frame come before this mark.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('frames-are-painted')))
  })
}
