import { readFile } from 'node:fs/promises'
import { api, daysOf, formatDay, formatIncomeYear, lastFinishedYear, sydneyDay } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { callApi } from '@docketbox/testing/product/api'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { expect, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

const today = sydneyDay(new Date())
const incomeYear = lastFinishedYear(today)
const year = formatIncomeYear(incomeYear)

async function fileReceipt(url: string, person: SignedInPerson, facts: object) {
  const file = new File([new Uint8Array(pdf(JSON.stringify(facts)))], 'docket.pdf')
  const { uri } = await callApi(url, api.receipts.uploadFile, { body: file, query: {} }, person)
  const [category] = (await callApi(url, api.categories.list, {}, person)).docs
  const body = { category: category!._id, file: [{ uri }], description: 'Diesel to Dubbo', facts }
  return callApi(url, api.receipts.save, { body }, person)
}

test(
  'a year goes from its first receipt to a lodged return and the day its receipts can go',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs }) => {
    const ann = await newPerson()
    const { first } = daysOf(incomeYear)
    await fileReceipt(productUrl, ann, { supplier: 'Ampol', totalCents: 6_820, documentDate: first })
    await fileReceipt(productUrl, ann, { totalCents: 10_000, documentDate: first, workUsePercent: 50 })
    await signInAs(ann)

    await page.goto('/dashboard')
    // The plan arrives last; a menu opened before that can close.
    await expect(page.getByText(/Trial until/).first()).toBeVisible()
    // Amounts line up, whether or not something's missing.
    const rightOf = async (amount: string) => {
      const box = (await page.getByRole('listitem').getByText(amount).boundingBox())!
      return box.x + box.width
    }
    expect(await rightOf('$68.20')).toBe(await rightOf('$100.00'))
    await page.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: 'Income years' }).tap()
    await expect(page).toHaveURL('/years')
    await expectAccessibleAtAllWidths(page)
    await page.getByRole('link', { name: new RegExp(year) }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Income year ${year}` })).toBeVisible()
    await expect(page.getByText('$168.20').first()).toBeVisible()
    await expect(page.getByText('$118.20').first()).toBeVisible()
    await expectAccessibleAtAllWidths(page)

    // The receipt without a supplier is one tap away, and back on the page nothing is missing.
    await page.getByRole('link', { name: /To add: supplier/ }).click()
    await expect(page.getByLabel('Supplier (optional)')).toBeFocused()
    await page.keyboard.type('Shell')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('File updated successfully!')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: `Income year ${year}` })).toBeVisible()
    await expect(page.getByText('Evidence complete')).toBeVisible()

    // What has no receipt counts separately.
    await page.getByRole('link', { name: 'Record an expense' }).click()
    await expect(page.getByText(`Nothing recorded for ${year}.`)).toBeVisible()
    await expectAccessibleAtAllWidths(page)
    await page.getByRole('button', { name: 'Record an expense' }).click()
    const expense = page.getByRole('dialog')
    await expense.getByLabel('Date').fill(first)
    await expense.getByLabel('Amount').fill('4.50')
    await expense.getByLabel('Supplier').fill('Linkt')
    await expense.getByLabel('What you bought').fill('Toll')
    await expectAccessibleAtAllWidths(page, { within: '[role=dialog]' })
    await expense.getByRole('button', { name: 'Save expense' }).click()
    await expect(page.getByText('$4.50 of $200.00')).toBeVisible()
    await expectAccessibleAtAllWidths(page)
    await page.getByRole('link', { name: `Income year ${year}` }).click()

    const calendar = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to calendar' }).click()
    const file = await calendar
    expect(file.suggestedFilename()).toBe(`Tax dates ${incomeYear}.ics`)
    expect(await readFile((await file.path())!, 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/)

    await page.getByRole('button', { name: 'I’ve lodged it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('I lodged it on').fill(daysOf(incomeYear).last)
    await dialog.getByText('Myself, with myTax').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/Enter a later date/).first()).toBeVisible()
    await expectAccessibleAtAllWidths(page, { within: '[role=dialog]' })
    await dialog.getByLabel('I lodged it on').fill(today)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`You lodged it on ${formatDay(today)}, with myTax.`)).toBeVisible()

    // On paper there's only the year.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByText('$168.20').first()).toBeVisible()
    await page.emulateMedia({ media: 'screen' })

    // Each receipt says how long to keep it.
    const kept = page.getByText(`(${year}, lodged ${formatDay(today)})`)
    await page.goto(`/receipts?incomeYear=${incomeYear}`)
    await page.getByRole('button', { name: /^Ampol/ }).click()
    await expect(kept).toBeVisible()

    // On paper there's only the open receipt, whether it's beside the list or in a dialog.
    await page.setViewportSize({ width: 1280, height: 900 })
    const beside = page.getByRole('complementary', { name: 'Selected receipt' })
    await expect(beside).toContainText('Ampol')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('h1')).toBeHidden()
    await expect(page.getByRole('table')).toHaveCount(0)
    await expect(beside.getByRole('textbox')).toHaveCount(0)
    await expect(beside.getByRole('term').filter({ hasText: 'Deduction label' })).toBeVisible()
    await expect(kept).toBeInViewport()
    await page.emulateMedia({ media: null, reducedMotion: 'no-preference' })
    await expect(beside.getByRole('img')).toBeVisible()
    // The paper is narrower than the screen.
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(paper).toContain('/Subtype /Image')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
    await expect(beside).toContainText('Ampol')
    await page.setViewportSize({ width: 794, height: 1123 })
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('h1')).toBeHidden()
    await expect(
      page.getByRole('dialog').getByRole('button').filter({ visible: true, hasNotText: /^$/ }),
    ).toHaveCount(0)
    await expect(kept).toBeInViewport()
  },
)
