import { api } from '@docketbox/contract'
import type { Page } from '@playwright/test'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { expect, test } from '../../harness/test.ts'

test.use({ viewport: { width: 360, height: 640 } })

test(
  'on a small phone, toasts leave the heading and the buttons of the trial’s celebration free',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, newPerson }) => {
    const { email, password } = await newPerson({ plan: 'none' })
    await page.clock.install()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByText('Login successful!')).toBeVisible()
    const start = page.getByRole('button', { name: 'Start free trial' })
    await expect(start).toBeVisible()
    await stopTime(page)
    await start.click()
    const { texts, ...boxes } = await whenAtRest(page)
    expect(texts).toContain('Congratulations!')
    expect(texts).toContain('Free Trial Activated!')
    expect(texts).not.toContain('Login successful!')
    expectNotCovered(boxes)
  },
)

test(
  'a dialog as high as the phone makes room for a toast at its top',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs }) => {
    const person = await newPerson()
    await signInAs(person)
    await page.clock.install()
    await page.goto(await receiptOf(productUrl, person))
    const download = page.getByRole('dialog').getByRole('button', { name: 'Download' })
    await expect(download).toBeVisible()
    await stopTime(page)
    await download.click()
    const { texts, ...boxes } = await whenAtRest(page)
    expect(texts).toContain('Downloaded docket.jpg.')
    expectNotCovered(boxes)
    await expect(download).toBeInViewport({ ratio: 1 })
  },
)

test('Undo over a dialog can be clicked or reached with F8, and the dialog stays', async ({
  page,
  productUrl,
  newPerson,
  signInAs,
}) => {
  const person = await newPerson()
  await signInAs(person)
  await page.goto(await receiptOf(productUrl, person))
  const question = page.getByRole('dialog').getByLabel('Claiming it over several years?')
  const answer = await question.inputValue()
  const undo = page.getByRole('button', { name: 'Undo' })
  const pressKeys = async () => {
    await question.press('F8')
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
  }
  for (const press of [() => undo.click(), pressKeys]) {
    await question.selectOption({ index: 1 })
    await expect(undo).toBeVisible()
    await press()
    await expect(undo).toBeHidden()
    await expect(question).toHaveValue(answer)
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]'))).not.toBeNull()
  }
})

/** Files a receipt. @returns where it's open. */
async function receiptOf(productUrl: string, person: SignedInPerson): Promise<string> {
  const { docs } = await callApi(productUrl, api.categories.list, {}, person)
  const picture = new Uint8Array(await drawDocket({ supplier: 'IGA', totalCents: 999 }))
  const body = new File([picture], 'docket.jpg', { type: 'image/jpeg' })
  const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
  const category = docs[0]!._id
  const filed = { category, file: [{ uri }], description: 'Groceries' }
  const { _id } = await callApi(productUrl, api.receipts.save, { body: filed }, person)
  return `/categories/${category}?receipt=${_id}`
}

function expectNotCovered({ toasts, dialog }: { toasts: Box; dialog: Box }): void {
  expect(toasts.top).toBeGreaterThanOrEqual(0)
  expect(toasts.bottom).toBeGreaterThan(toasts.top)
  expect(dialog.top).toBeGreaterThanOrEqual(toasts.bottom)
}

type Box = { top: number; bottom: number }

/** Waits until a dialog and toasts have stopped moving. */
async function whenAtRest(page: Page): Promise<{ toasts: Box; dialog: Box; texts: string }> {
  await expect(page.locator('[data-dialog]')).toBeVisible()
  await expect(page.locator('[data-toasts] > *')).not.toHaveCount(0)
  return page.evaluate(async () => {
    const parts = ['[data-toasts]', '[data-dialog]'].map((selector) => document.querySelector(selector)!)
    const moving = parts.flatMap((part) => part.getAnimations({ subtree: true }))
    await Promise.allSettled(moving.map(({ finished }) => finished))
    const [above, below] = parts.map((part) => part.getBoundingClientRect())
    return {
      toasts: { top: above!.top, bottom: above!.bottom },
      dialog: { top: below!.top, bottom: below!.bottom },
      texts: parts.map(({ textContent }) => textContent).join(' '),
    }
  })
}

/**
 * Stops the page's time, a little ahead: the past is refused. Toasts and some dialogs leave after seconds, which a busy
 * machine may need to show them.
 */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
}
