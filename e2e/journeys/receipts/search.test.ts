import { api, sydneyDay } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { pressBackOnAndroid } from '../../harness/press-back.ts'
import { expect, expectAccessible, expectToFit, test } from '../../harness/test.ts'

test(
  'receipts are found from anywhere, and several are moved and restored at once',
  { tag: '@phone' },
  async ({ page, newPerson, signInAs, productUrl }) => {
    const person = await newPerson()
    const { docs: categories } = await callApi(productUrl, api.categories.list, {}, person)
    const category = categories[0]!._id
    const file = async (supplier: string, totalCents: number, documentDate: string) => {
      const picture = new Uint8Array(await drawDocket({ supplier, totalCents }))
      const body = new File([picture], 'captured-image.jpg', { type: 'image/jpeg' })
      const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
      const facts = { supplier, totalCents, documentDate }
      const receipt = { category, file: [{ uri }], description: `Bought at ${supplier}`, facts }
      await callApi(productUrl, api.receipts.save, { body: receipt }, person)
    }
    await file('Ampol', 5_685, '2025-07-14')
    await file('Bunnings', 4_217, '2026-03-01')
    await file('Coles', 2_350, '2026-03-02')

    await signInAs(person)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /^Spending by month/ })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Search receipts' })
    await expect(search).toBeFocused()
    await expect(page.getByText('$122.52 from 3 receipts')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)

    const rows = page.locator('[data-row]')
    for (const text of ['buningns', '$42.17', '1/3/2026']) {
      await search.fill(text)
      await expect(rows).toHaveCount(1)
      await expect(rows).toHaveAccessibleName(/^Bunnings/)
    }
    await search.fill('july 2025')
    await expect(rows).toHaveAccessibleName(/^Ampol/)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByLabel('Name').fill('July')
    await page.getByRole('button', { name: 'Save view' }).click()
    await search.fill('')
    await expect(rows).toHaveCount(3)

    // Beside the list where there's room, otherwise in a dialog.
    await rows.first().click()
    const isWide = page.viewportSize()!.width >= 1200
    const shown = isWide
      ? page.getByRole('complementary', { name: 'Selected receipt' })
      : page.getByRole('dialog')
    await expect(shown.getByRole('heading', { name: 'Coles $23.50' })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    if (isWide) {
      await page.keyboard.press('ArrowDown')
      await expect(shown.getByRole('heading', { name: 'Bunnings $42.17' })).toBeVisible()
    }
    await shown.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'July' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toHaveAccessibleName(/^Ampol/)
    await search.fill('')
    await expect(rows).toHaveCount(3)

    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Amount from').fill('40')
    await page.getByLabel('Amount from').press('Enter')
    await expect(rows).toHaveCount(2)
    await expect(page).toHaveURL(/minCents=4000/)
    await page.getByRole('button', { name: 'Select all 2' }).click()
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('button', { name: 'Move' }).click()
    await pressBackOnAndroid(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(/minCents=4000/)
    await page.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog').getByLabel('Category').selectOption({ label: 'Others' })
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('2 receipts moved.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 receipts restored.')).toBeVisible()
    const inCategory = await callApi(productUrl, api.receipts.search, { query: { category } }, person)
    expect(inCategory.totalDocs).toBe(3)

    // What was bought without a receipt is recorded beside them.
    await page.getByRole('link', { name: 'No receipt?' }).click()
    await expect(page.getByText(/^Nothing recorded for/)).toBeVisible()
    await page.getByRole('button', { name: 'Record an expense' }).click()
    const expense = page.getByRole('dialog')
    await expense.getByLabel('Date').fill(sydneyDay(new Date()))
    await expense.getByLabel('Amount').fill('4.50')
    await expense.getByLabel('Supplier').fill('City Parking')
    await expense.getByLabel('What you bought').fill('Parking at a client')
    await expectAccessible(page)
    await expense.getByRole('button', { name: 'Save expense' }).click()
    await expect(page.getByText('$4.50 of $200.00')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
  },
)
