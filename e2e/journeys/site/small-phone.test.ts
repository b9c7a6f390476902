import { randomUUID } from 'node:crypto'
import { api, incomeYearOf, paths, sydneyDay } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import { addReceipts } from '../../harness/receipts.ts'
import { expect, expectToFitLargeText, holdUndo, test } from '../../harness/test.ts'

test.use({ viewport: { width: 360, height: 640 } })

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

/** Runs in the page: as if six photos had been lost with their page. */
function storeUnsaved(owner: string): void {
  const upload = { owner, origin: 'capture', description: '', files: [], saveKey: '', copies: [] }
  const problem = 'The page was closed before this file was uploaded. Please add it again.'
  for (const id of '123456')
    localStorage.setItem(`outgoing-upload:${id}`, JSON.stringify({ id, upload, problem }))
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
