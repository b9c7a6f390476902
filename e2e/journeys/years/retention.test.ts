import { api, endingOf, formatDay, incomeYearLabel, lastFinishedYear, sydneyDay } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { callApi } from '@docketbox/testing/product/api'
import { expect, expectAccessibleAtAllWidths, holdUndo, test } from '../../harness/test.ts'

const lastEnding = endingOf(lastFinishedYear(sydneyDay(new Date())))
/** The first year whose due date the tax rules know: its five years ended in November 2026. */
const FIRST_ENDING = 2021
/** The retention of the first has ended, and that of the others hasn't, whatever the day. */
const years = [Math.max(FIRST_ENDING, lastEnding - 6), ...[4, 3, 2, 1].map((ago) => lastEnding - ago)].map(
  (ending) => ({
    incomeYear: incomeYearLabel(ending),
    supplier: `Shop ${ending}`,
    boughtOn: `${ending}-03-01`,
    lodgedOn: `${ending}-11-01`,
    keepUntil: `${ending + 5}-11-01`,
  }),
)
type Year = (typeof years)[number]

/** Files a receipt in a year, and records that its return was lodged. */
async function fileAndLodge(
  url: string,
  person: SignedInPerson,
  { incomeYear, supplier, boughtOn, lodgedOn }: Year,
): Promise<void> {
  const file = new File([new Uint8Array(pdf(supplier))], 'docket.pdf')
  const { uri } = await callApi(url, api.receipts.uploadFile, { body: file, query: {} }, person)
  const [category] = (await callApi(url, api.categories.list, {}, person)).docs
  const facts = { supplier, totalCents: 5_000, documentDate: boughtOn }
  const receipt = { category: category!._id, file: [{ uri }], description: 'Paint', facts }
  await callApi(url, api.receipts.save, { body: receipt }, person)
  const lodgement = { params: { incomeYear }, body: { lodgedOn, via: 'myTax' as const } }
  await callApi(url, api.years.recordLodgedReturn, lodgement, person)
}

test('receipts of five years are kept for as long as the law says, and then their owner decides', async ({
  page,
  productUrl,
  newPerson,
  signInAs,
}) => {
  const ann = await newPerson()
  for (const year of years) await fileAndLodge(productUrl, ann, year)
  const [ended, ...kept] = years as [Year, ...Year[]]
  await signInAs(ann)

  await page.goto('/years')
  await expect(page.getByText(`You had to keep them until ${formatDay(ended.keepUntil)}`)).toBeVisible()
  await expect(page.getByText('Keep or delete?')).toHaveCount(1)
  for (const { keepUntil } of kept)
    await expect(page.getByText(`Keep until ${formatDay(keepUntil)}`)).toBeVisible()
  await expectAccessibleAtAllWidths(page)

  // Within the five years, deleting takes a second thought.
  const { incomeYear, supplier, keepUntil } = kept[0]!
  await page.goto(`/receipts?incomeYear=${incomeYear}`)
  await page.getByRole('button', { name: `More actions for ${supplier}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Delete it before ${formatDay(keepUntil)}?`)).toBeVisible()
  await expectAccessibleAtAllWidths(page, { within: '[role=alertdialog]' })
  await page.getByRole('button', { name: 'Cancel' }).click()

  // Afterwards we ask, and delete nothing ourselves.
  await page.goto(`/years/${ended.incomeYear}`)
  const question = page.getByText('Do you still want them? We never delete receipts ourselves.')
  await page.getByRole('button', { name: 'Keep them' }).click()
  await expect(page.getByText('We’ll keep your receipts.')).toBeVisible()
  const undo = await holdUndo(page)
  await expect(question).toBeHidden()
  await undo.click()
  await expect(question).toBeVisible()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('link', { name: 'Choose what to delete' }).click()
  await page.getByRole('button', { name: `More actions for ${ended.supplier}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('File deleted successfully!')).toBeVisible()
  await page.goto('/years')
  await expect(page.getByText(`Keep until ${formatDay(keepUntil)}`)).toBeVisible()
  await expect(page.getByText('Keep or delete?')).toHaveCount(0)
})
