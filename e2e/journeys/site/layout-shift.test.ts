import { randomUUID } from 'node:crypto'
import { api, type Receipt } from '@docketbox/contract'
import type { Locator, Page } from '@playwright/test'
import { callApi } from '@docketbox/testing/product/api'
import { linkTo } from '@docketbox/testing/product/mailbox'
import { addReceipts, uploadPhoto } from '../../harness/receipts.ts'
import { expect, test } from '../../harness/test.ts'

const MAX_LAYOUT_SHIFT = 0.05
const SLOWDOWN = 4
const BYTES_PER_SECOND = 1_600_000 / 8

test.use({ viewport: { width: 360, height: 640 } })

test(
  'screens stay in place while they load on a slow phone, with receipts and without',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs, mail }) => {
    const person = await newPerson()
    await signInAs(person)
    await throttle(page)
    await page.addInitScript(recordLayoutShift)
    await expectInPlace('/receipts', page.getByText('No receipts yet'))
    const category = await addReceipts(productUrl, person, 3)
    await uploadPhoto(productUrl, person)
    const { docs } = await callApi(productUrl, api.receipts.list, { query: {} }, person)
    const fact = { params: { uploadId: docs[0]!._id }, body: { totalCents: 123_456 } }
    await callApi(productUrl, api.receipts.editFacts, fact, person)
    await askAbout(docs[0]!)
    await expectInPlace('/dashboard', page.getByText('Groceries 0'))
    const tasks = page.getByRole('list', { name: 'To do' })
    await expect(tasks).toContainText('1 to file')
    await expect(tasks).toContainText('1 to answer')
    await expectInPlace('/capture', page.getByRole('button', { name: 'Capture', disabled: false }))
    await expectInPlace(`/categories/${category}`, page.getByText('Groceries 0'))
    await expectInPlace('/subscription', page.getByText('Your trial runs until'))
    await expectInPlace('/room', page.getByRole('heading', { name: 'Open the link in your email' }))

    async function expectInPlace(path: string, content: Locator): Promise<void> {
      await page.goto(path)
      await expect(content).toBeVisible()
      await expect(page.getByRole('main').locator('.animate-pulse, .animate-spin')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      const total = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
      expect(total, path).toBeLessThan(MAX_LAYOUT_SHIFT)
    }

    async function askAbout({ _id, incomeYear }: Receipt): Promise<void> {
      const email = `sam.${randomUUID()}@example.com`
      await callApi(productUrl, api.rooms.create, { body: { email, years: [incomeYear] } }, person)
      const { hash } = new URL(linkTo(await mail({ to: email }), '/room'))
      const body = { token: new URLSearchParams(hash.slice(1)).get('token')! }
      const accountant = await callApi(productUrl, api.rooms.enter, { body })
      const question = { kind: 'request' as const, about: { receipt: _id }, text: 'What was this for?' }
      await callApi(productUrl, api.rooms.addNote, { body: question }, accountant)
    }
  },
)

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
}

/** Runs in the page: adds up how far content moves without input. */
function recordLayoutShift(): void {
  const record = Object.assign(window, { layoutShift: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) record.layoutShift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
