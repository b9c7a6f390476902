import { api, groupedAmount, type Receipt } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { callApi } from '@docketbox/testing/product/api'
import { drawReceipt } from '@docketbox/testing/receipts/draw'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { MAX_READING_MS, test } from '../../harness/second-product.ts'
import { expect, expectAccessible, expectToFit } from '../../harness/test.ts'

const { uploadFile, save, details } = api.receipts

async function fileReceipt(url: string, person: SignedInPerson, file: File, more = {}): Promise<Receipt> {
  const { uri } = await callApi(url, uploadFile, { body: file, query: {} }, person)
  const [category] = (await callApi(url, api.categories.list, {}, person)).docs
  return callApi(url, save, { body: { category: category!._id, file: [{ uri }], ...more } }, person)
}

test(
  'what was read is checked by keyboard, beside the picture it was read from',
  { tag: '@phone' },
  async ({ page, productUrl, newPerson, signInAs }, { project }) => {
    test.slow()
    const ann = await newPerson()
    const { image, label } = await drawReceipt(7)
    const supplier = label.merchant
    // Work use is suggested from other receipts of the supplier.
    const earlier = new File([new Uint8Array(pdf('Paid'))], 'earlier.pdf')
    await fileReceipt(productUrl, ann, earlier, { facts: { supplier, workUsePercent: 80 } })
    const receipt = await fileReceipt(productUrl, ann, new File([new Uint8Array(image)], 'docket.png'))
    const params = { uploadId: receipt._id }
    const shown = () => callApi(productUrl, details, { params }, ann)
    await expect.poll(async () => (await shown()).suggestions, { timeout: MAX_READING_MS }).not.toBeNull()

    await signInAs(ann)
    await page.goto(`/review/${receipt._id}`)
    await expect(page.getByText('1 to check')).toBeVisible()
    await expect(page.getByRole('img', { name: 'docket.png' })).toBeVisible()
    await expect(page.getByText('Read from the receipt').first()).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)

    const total = page.getByLabel('Total (optional)')
    await expect(total).toHaveValue(groupedAmount(label.total))
    await total.focus()
    const highlighted = page.locator('[data-highlighted]')
    await expect(highlighted).toHaveAttribute('data-field', 'totalCents')
    await expect(highlighted).toBeInViewport()

    if (project.name === 'phone') {
      await page.getByRole('button', { name: 'Show the whole picture' }).first().tap()
      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
      await page.getByRole('button', { name: 'Show less of the picture' }).tap()
    } else {
      const picture = page.getByRole('region', { name: 'Picture of the receipt' })
      const widthOf = async () => (await page.getByRole('img', { name: 'docket.png' }).boundingBox())!.width
      const fitted = await widthOf()
      await picture.focus()
      await page.keyboard.press('+')
      await expect.poll(widthOf).toBeGreaterThan(fitted)
      await page.keyboard.press('0')
      await expect.poll(widthOf).toBe(fitted)
    }

    await total.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('All receipts checked.')).toBeVisible()
    expect(await shown()).toMatchObject({
      suggestions: null,
      sources: { supplier: 'read', workUsePercent: 'typed' },
      facts: { workUsePercent: 80, totalCents: label.total },
    })
  },
)
