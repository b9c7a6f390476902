import { randomUUID } from 'node:crypto'
import { api, incomeYearOf, paths, type Receipt, sydneyDay } from '@docketbox/contract'
import type { Locator, Page } from '@playwright/test'
import { callApi } from '@docketbox/testing/product/api'
import { linkTo } from '@docketbox/testing/product/mailbox'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { expect, expectToFitLargeText, holdUndo, test } from '../../harness/test.ts'

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

test(
  'on a small phone every control is large enough, in view when focused and never under the bar, and large text fits',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs }) => {
    const person = await newPerson()
    const category = await addReceipts(productUrl, person, 2)
    await signInAs(person)
    const lists = ['/receipts', '/to-file', '/categories', `/categories/${category}`]
    const screens = [
      '/dashboard',
      '/capture',
      '/custom-upload',
      ...lists,
      paths.year(incomeYearOf(sydneyDay(new Date()))),
    ]
    for (const path of [...screens, '/sample', `/categories/${category}?receipt=${await firstReceipt()}`]) {
      await page.goto(path)
      await expect(page.getByRole('main', { includeHidden: true }).locator('.animate-pulse')).toHaveCount(0)
      expect(await page.evaluate(smallControls), path).toEqual([])
      await expectToFitLargeText(page)
    }

    // A dialog is open, longer than the screen.
    await page.getByLabel('Work use').fill('150')
    await page.getByRole('button', { name: 'Save details' }).click()
    const problem = page.getByRole('alert').getByRole('link', { name: 'Enter a percentage from 0 to 100.' })
    await expect(problem).toBeInViewport({ ratio: 1 })
    await problem.click()
    await expect(page.getByLabel('Work use')).toBeFocused()
    await page.getByLabel('Work use').fill('')

    await page.goto('/custom-upload')
    await page.getByRole('link', { name: 'Dashboard' }).first().focus()
    const covered: string[] = []
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab')
      covered.push(...(await page.evaluate(coveredFocus)))
    }
    expect(covered).toEqual([])

    await page.goto(`/categories/${category}`)
    await page.getByRole('button', { name: 'Select all 2' }).click()
    await expect(page.getByRole('checkbox').first()).toBeChecked()
    expect(await page.evaluate(smallControls)).toEqual([])
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete anyway' }).click()
    const undo = await holdUndo(page)
    await expect(undo).toBeInViewport({ ratio: 1 })
    const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
    await expect
      .poll(async () => {
        const toast = (await undo.boundingBox())!
        return toast.y > 320 && toast.y + toast.height <= bar.y && toast.height >= 44
      })
      .toBe(true)

    async function firstReceipt(): Promise<string> {
      const { docs } = await callApi(productUrl, api.receipts.list, { query: { category } }, person)
      return docs[0]!._id
    }
  },
)

test(
  'the whole menu fits a small phone',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, newPerson, signInAs }) => {
    await signInAs(await newPerson())
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeInViewport({ ratio: 1 })
  },
)

test(
  'on the smallest phone nothing is wider than its place',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const person = await newPerson()
    await addReceipts(productUrl, person, 1)
    const paidOn = sydneyDay(new Date())
    const parking = { supplier: 'City Parking meter', description: 'Parking at a client', amountCents: 450 }
    const body = { kind: 'smallExpense' as const, paidOn, ...parking }
    await callApi(productUrl, api.expenses.save, { params: { evidenceId: randomUUID() }, body }, person)
    await signInAs(person)
    for (const path of ['/dashboard', '/receipts', paths.expenses(incomeYearOf(paidOn)), '/sample']) {
      await page.goto(path)
      await expect(page.getByRole('main', { includeHidden: true }).locator('.animate-pulse')).toHaveCount(0)
      expect(await page.evaluate(tooWide), path).toEqual([])
    }
    await page.evaluate(storeUnsaved, person._id)
    await page.goto('/capture')
    await expect(page.getByRole('button', { name: 'View' })).toHaveCount(6)
    await expect(page.getByRole('button', { name: 'Capture' })).toBeInViewport({ ratio: 1 })
    expect((await page.getByRole('button', { name: 'Switch Camera' }).boundingBox())!.y).toBeLessThan(320)
    await page.getByRole('button', { name: 'Capture' }).click()
    await expect(page.getByRole('button', { name: /^Insurance/ })).toBeVisible()
    expect(await page.evaluate(tooWide)).toEqual([])
  },
)

/** Files receipts without amounts in the first category. Returns its id. */
async function addReceipts(productUrl: string, person: SignedInPerson, count: number): Promise<string> {
  const { docs } = await callApi(productUrl, api.categories.list, {}, person)
  const category = docs[0]!._id
  for (let index = 0; index < count; index += 1) {
    const uri = await uploadPhoto(productUrl, person)
    const receipt = { category, file: [{ uri }], description: `Groceries ${index}` }
    await callApi(productUrl, api.receipts.save, { body: receipt }, person)
  }
  return category
}

async function uploadPhoto(productUrl: string, person: SignedInPerson): Promise<string> {
  const photo = new Uint8Array(await drawDocket({ supplier: 'IGA', totalCents: 999 }))
  const body = new File([photo], 'docket.jpg', { type: 'image/jpeg' })
  const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
  return uri
}

/** Runs in the page: as if six photos had been lost with their page. */
function storeUnsaved(owner: string): void {
  const upload = { owner, origin: 'capture', description: '', files: [], saveKey: '', copies: [] }
  const problem = 'The page was closed before this file was uploaded. Please add it again.'
  for (const id of '123456')
    localStorage.setItem(`outgoing-upload:${id}`, JSON.stringify({ id, upload, problem }))
}

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

/** Runs in the page: the controls smaller than 44 px, with their label, that aren't links in running text. */
function smallControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')
  return [...controls]
    .filter((control) => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const isInText = getComputedStyle(control).display === 'inline'
      const isForReaders = width <= 1 || height <= 1
      return isShown && !isInText && !isForReaders && (width < 43.5 || height < 43.5)
    })
    .map((control) => control.outerHTML.slice(0, 160))
}

/** Runs in the page: what reaches out of its container at a side, unless that scrolls or it's meant to. */
function tooWide(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const { position, marginLeft, marginRight } = getComputedStyle(element)
      const isMeant = position !== 'static' || marginLeft.startsWith('-') || marginRight.startsWith('-')
      const container = element.parentElement!.getBoundingClientRect()
      const isForReaders = container.width <= 1 || element.closest('.sr-only') !== null
      const scrolls = element.parentElement!.closest('[class*="overflow-x"]') !== null
      const isOut = right > container.right + 1.5 || left < container.left - 1.5
      return width > 1 && !isMeant && !isForReaders && !scrolls && isOut
    })
    .map((element) => element.outerHTML.slice(0, 160))
}

/** Runs in the page: the focused control, if something covers it. */
function coveredFocus(): string[] {
  const control = document.activeElement!
  if (!control.closest('main')) return []
  const { left, top, width, height } = control.getBoundingClientRect()
  const isVisible = [top + 2, top + height - 2].every((y) => {
    const front = document.elementFromPoint(left + width / 2, y)
    return control.contains(front) || front?.contains(control)
  })
  return isVisible || width <= 1 ? [] : [control.outerHTML.slice(0, 160)]
}
