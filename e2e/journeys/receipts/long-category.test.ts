import { api } from '@docketbox/contract'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { callApi } from '@docketbox/testing/product/api'
import type { Page } from '@playwright/test'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { expect, test } from '../../harness/test.ts'

const TOTAL = 3400
const ROW_PX = 45

test('a long category stays where it was scrolled to, and prints the rows in view', async ({
  page,
  newPerson,
  signInAs,
  productUrl,
}) => {
  const person = await newPerson()
  await signInAs(person)
  await page.goto(`/categories/${await longCategory(page, productUrl, person)}`)
  await expect(page.getByText(`${TOTAL.toLocaleString()} receipts`)).toBeVisible()

  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, 12_000)
  await expectAtRest(page, 12_000)

  await page.evaluate(() => scrollTo(0, 60_000))
  await expectAtRest(page, 60_000)

  await page.reload()
  await expectAtRest(page, 60_000)

  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThan(4)
  await expectAtRest(page, 60_000)

  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByRole('checkbox').or(page.getByRole('searchbox')).filter({ visible: true }),
  ).toHaveCount(0)
})

/** Files a receipt and answers searches as if its category had thousands like it. */
async function longCategory(page: Page, productUrl: string, person: SignedInPerson): Promise<string> {
  const { docs: categories } = await callApi(productUrl, api.categories.list, {}, person)
  const category = categories[0]!._id
  const picture = new Uint8Array(await drawDocket({ supplier: 'IGA', totalCents: 999 }))
  const body = new File([picture], 'docket.jpg', { type: 'image/jpeg' })
  const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
  const receipt = { category, file: [{ uri }], description: 'Lunch' }
  await callApi(productUrl, api.receipts.save, { body: receipt }, person)
  const found = await callApi(productUrl, api.receipts.search, { query: { category } }, person)
  await page.route(`**${api.receipts.search.path}?*`, async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    const docs = Array.from({ length: 50 }, (_, index) => {
      const number = (at - 1) * 50 + index + 1
      const _id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
      return { ...found.docs[0]!, _id, description: `Lunch ${number}` }
    })
    await route.fulfill({ json: { ...found, docs, page: at, totalDocs: TOTAL, totalPages: TOTAL / 50 } })
  })
  return category
}

async function expectAtRest(page: Page, top: number): Promise<void> {
  const number = Math.floor(top / ROW_PX)
  await expect(page.getByText(`Lunch ${number}`, { exact: true })).toBeVisible()
  // Rows that kept pushing the page would do so with every page that arrives.
  await page.waitForTimeout(1000)
  expect(await page.evaluate(() => scrollY)).toBe(top)
}
