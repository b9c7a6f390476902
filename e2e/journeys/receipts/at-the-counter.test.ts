import { api, groupedAmount } from '@docketbox/contract'
import type { Locator } from '@playwright/test'
import { callApi } from '@docketbox/testing/product/api'
import { drawSeveral } from '@docketbox/testing/receipts/several'
import { expect, expectAccessible, expectToFit, expectToFitLargeText, holdUndo } from '../../harness/test.ts'
import { MAX_READING_MS, test } from '../../harness/second-product.ts'

test(
  'three taps file a receipt that reads itself, undo takes it back, and a correction teaches',
  { tag: '@phone' },
  async ({ page, isMobile, productUrl, newPerson, signInAs }) => {
    test.slow()
    const ann = await newPerson()
    await signInAs(ann)
    await page.goto('/dashboard')
    await page.evaluate(countTaps)

    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Scan' }).click()
    const shutter = page.getByRole('button', { name: 'Capture' })
    if (isMobile) {
      const video = (await page.locator('video').boundingBox())!
      expect(video.height).toBeGreaterThan(0.75 * page.viewportSize()!.height)
    }
    // A camera's first frames are black.
    await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
    await shutter.click()

    const card = page.getByRole('region', { name: 'Read from the receipt' })
    const supplier = card.getByRole('textbox', { name: 'Supplier' })
    await expect(supplier).toHaveValue('Shell Coles Express', { timeout: MAX_READING_MS })
    await expect(page.getByLabel('Description')).toHaveValue('Shell Coles Express')
    await expect(card.getByLabel('Total')).toHaveValue('$68.20')
    await expect(card.getByLabel('Date')).toHaveValue('2026-03-03')
    await expectAccessible(page)
    await expectToFit(page)
    if (isMobile) {
      await expectToFitLargeText(page)
      for (const tile of await page.getByRole('list', { name: 'Categories' }).getByRole('button').all()) {
        await expect(tile).toBeInViewport({ ratio: 1 })
      }
    }
    await page.getByRole('button', { name: /^Save to Fuel.*Looks like fuel/ }).click()

    await expect(page.getByText('Saved to Fuel, Car Repair and Servicing.')).toBeVisible()
    const undo = await holdUndo(page)
    expect(await page.evaluate(() => (window as unknown as { taps: number }).taps)).toBe(3)
    await expect(page.getByRole('heading', { name: 'Scan another' })).toBeVisible()
    await expect(shutter).toBeEnabled()
    // The toast covers neither.
    for (const name of ['Switch Camera', 'Capture'])
      await page.getByRole('button', { name }).click({ trial: true })

    const list = () => callApi(productUrl, api.receipts.list, { query: {} }, ann)
    const [receipt] = (await list()).docs
    expect(receipt).toMatchObject({
      description: 'Shell Coles Express',
      facts: { totalCents: 6_820, documentDate: '2026-03-03' },
    })
    await undo.click()
    await expect(page.getByText('Undone. Choose a category to save it again.')).toBeVisible()
    expect((await list()).docs).toEqual([])
    await expect(supplier).toHaveValue('Shell Coles Express')
    await page.getByLabel('Description').fill('')
    await page.getByRole('button', { name: 'Save and Preview' }).click()
    const widthOf = async (what: Locator) => (await what.boundingBox())!.width
    const summary = page.getByRole('alert').filter({ hasText: 'Description is required' })
    expect(await widthOf(summary)).toBe(await widthOf(page.getByRole('form', { name: 'Describe the photo' })))
    await supplier.fill('Shell Dubbo')
    await page.getByRole('button', { name: 'Travel expenses', exact: true }).click()
    await expect(page.getByText('Saved to Travel expenses.')).toBeVisible()
    expect((await list()).docs).toMatchObject([{ _id: expect.not.stringContaining(receipt!._id) }])

    await shutter.click()
    await expect(supplier).toHaveValue('Shell Dubbo', { timeout: MAX_READING_MS })
    await expect(
      page.getByRole('button', { name: 'Save to Travel expenses You filed Shell Dubbo here once' }),
    ).toBeVisible()
  },
)

test('a photo of two receipts can be split and merged again, even if the reader is killed', async ({
  page,
  newPerson,
  signInAs,
  killReader,
}) => {
  test.slow()
  const ann = await newPerson()
  await signInAs(ann)
  const { image, labels } = await drawSeveral([31, 32])
  await page.goto('/custom-upload')
  await page.setInputFiles('input[type=file]', { name: 'two.jpg', mimeType: 'image/jpeg', buffer: image })
  await expect(page.getByLabel('Uploaded')).toHaveCount(1)

  await killReader(ann._id)
  await page.goto('/to-file')
  const split = page.getByRole('button', { name: 'Looks like 2 receipts. Split them' })
  await expect(split).toBeVisible({ timeout: MAX_READING_MS })
  await expectAccessible(page)
  await split.click()
  await expect(page.getByText('Split into 2 receipts.')).toBeVisible()
  const undo = await holdUndo(page)
  const totals = page.getByRole('textbox', { name: /^Total, / })
  await expect(totals).toHaveCount(2)
  for (const [index, { total }] of labels.entries())
    await expect(totals.nth(index)).toHaveValue(groupedAmount(total), { timeout: MAX_READING_MS })
  await expectAccessible(page)

  await undo.press('Enter')
  await expect(split).toBeVisible()
  await expect(totals).toHaveCount(1)
})

/** Runs in the page. */
function countTaps(): void {
  const counter = Object.assign(window, { taps: 0 })
  addEventListener('click', () => (counter.taps += 1), true)
}
