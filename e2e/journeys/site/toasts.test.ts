import { api } from '@docketbox/contract'
import type { Locator, Page } from '@playwright/test'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { expect, test } from '../../harness/test.ts'

test.use({ viewport: { width: 360, height: 640 } })

test(
  'on a small phone, toasts leave the heading and the buttons of the trial’s celebration free',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, newPerson }) => {
    const { email, password } = await newPerson({ plan: 'none' })
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(toasts(page).getByText('Login successful!')).toBeVisible()
    await page.getByRole('button', { name: 'Start free trial' }).click()
    const celebration = page.getByRole('dialog', { name: 'Congratulations!' })
    await expect(celebration).toBeVisible()
    await expect(toasts(page).getByText('Free Trial Activated!')).toBeVisible()
    await expect(toasts(page).getByText('Login successful!')).toBeHidden()
    await expectNotCovered(page, celebration)
    await expect(celebration.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(celebration.getByRole('button', { name: 'Get started' })).toBeInViewport({ ratio: 1 })
  },
)

test(
  'a dialog as high as the phone makes room for a toast at its top',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs }) => {
    const person = await newPerson()
    const { docs } = await callApi(productUrl, api.categories.list, {}, person)
    const picture = new Uint8Array(await drawDocket({ supplier: 'IGA', totalCents: 999 }))
    const body = new File([picture], 'docket.jpg', { type: 'image/jpeg' })
    const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body }, person)
    const category = docs[0]!._id
    const filed = { category, file: [{ uri }], description: 'Groceries' }
    const { _id } = await callApi(productUrl, api.receipts.save, { body: filed }, person)
    await signInAs(person)
    await page.goto(`/categories/${category}?receipt=${_id}`)
    const receipt = page.getByRole('dialog')
    await receipt.getByRole('button', { name: 'Download' }).click()
    await expect(toasts(page).locator('p').first()).toBeVisible()
    await expectNotCovered(page, receipt)
  },
)

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Polls, because both slide in. A toast that has gone by then fails the test. */
async function expectNotCovered(page: Page, dialog: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [toast, sheet] = await Promise.all([toasts(page).boundingBox(), dialog.boundingBox()])
      if (!toast || !sheet || toast.height < 40) return 'no toast'
      return toast.y >= 0 && toast.y + toast.height <= sheet.y ? 'free' : 'covered'
    })
    .toBe('free')
}
