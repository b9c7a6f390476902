import { api } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { expect, test } from '../../harness/test.ts'

test.use({ viewport: { width: 360, height: 640 } })

test(
  'with text twice as large, suppliers, tasks and categories are readable and the camera shows its picture',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs }) => {
    const person = await newPerson()
    await addReceipts()
    await signInAs(person)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))
    })

    await page.goto('/receipts')
    const supplier = page.getByText('Officeworks', { exact: true })
    await expect(supplier).toBeVisible()
    expect(await supplier.evaluate(isCutOff)).toBe(false)
    const row = (await page.getByRole('button', { name: /^Officeworks/ }).boundingBox())!
    const date = (await page.getByText('14 Sep 2025').boundingBox())!
    expect(date.x).toBeGreaterThan(row.x)
    expect(date.y + date.height).toBeLessThanOrEqual(row.y + row.height)

    await page.goto('/dashboard')
    await expect(supplier).toBeVisible()
    expect(await supplier.evaluate(isCutOff)).toBe(false)
    const upload = page.getByRole('main').getByRole('link', { name: 'Upload' })
    expect((await upload.boundingBox())!.width).toBeGreaterThan(250)
    const task = page.getByText('Choose a category', { exact: true })
    expect((await task.boundingBox())!.width).toBeGreaterThan(130)
    const category = page.getByText('Fuel, Car Repair and Servicing').first()
    expect((await category.boundingBox())!.width).toBeGreaterThan(130)

    await page.goto('/categories')
    const tile = page.getByRole('link', { name: /^Fuel/ })
    const { x, width } = (await tile.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(360 - 32)

    await page.goto('/capture')
    await expect(page.getByRole('button', { name: 'Capture', disabled: false })).toBeInViewport({ ratio: 1 })
    expect((await page.locator('video').boundingBox())!.height).toBeGreaterThan(640 / 4)

    async function addReceipts(): Promise<void> {
      const { docs } = await callApi(productUrl, api.categories.list, {}, person)
      const photo = new Uint8Array(await drawDocket({ supplier: 'Officeworks', totalCents: 129_001 }))
      const body = new File([photo], 'docket.jpg', { type: 'image/jpeg' })
      const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
      const facts = { supplier: 'Officeworks', totalCents: 129_001, documentDate: '2025-09-14' }
      const receipt = { category: docs[0]!._id, file: [{ uri }], description: 'Officeworks', facts }
      await callApi(productUrl, api.receipts.save, { body: receipt }, person)
      await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
    }
  },
)

/** Runs in the page: whether some of an element's text doesn't fit into it. */
function isCutOff(element: Element): boolean {
  const text = document.createRange()
  text.selectNodeContents(element)
  const { right, bottom } = element.getBoundingClientRect()
  const needed = text.getBoundingClientRect()
  return needed.right > right + 1 || needed.bottom > bottom + 1
}
