import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { compoundFile, docketHeic, docketPicture, docx, pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { expect, expectAccessible, holdUndo, test } from '../../harness/test.ts'

type Upload = { name: string; mimeType: string; buffer: Buffer }

test('a file of every type is uploaded, filed and downloaded in one zip, byte for byte', async ({
  page,
  newPerson,
  signInAs,
}) => {
  const files: Upload[] = [
    {
      name: 'docket.jpg',
      mimeType: 'image/jpeg',
      buffer: await drawDocket({ supplier: 'IGA', totalCents: 999 }),
    },
    { name: 'docket.png', mimeType: 'image/png', buffer: await docketPicture('png') },
    { name: 'docket.webp', mimeType: 'image/webp', buffer: await docketPicture('webp') },
    { name: 'docket.gif', mimeType: 'image/gif', buffer: await docketPicture('gif') },
    { name: 'docket.heic', mimeType: 'image/heic', buffer: docketHeic() },
    { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf() },
    {
      name: 'letter.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: docx(),
    },
    { name: 'letter.doc', mimeType: 'application/msword', buffer: compoundFile() },
  ]
  await signInAs(await newPerson())
  await upload(page, files, 'Everything from the glovebox', /Travel/)
  await expect(page.getByText('Everything from the glovebox')).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  await expect(page.getByText('All files downloaded successfully!')).toBeVisible()
  await expect(page).toHaveURL('/success')
  await expect(page.getByRole('link', { name: 'Back to Travel expenses' })).toBeVisible()
  const zip = await readFile(await (await download).path())
  const packed = await unzip(zip)
  expect(packed.map(({ name }) => name)).toContain('Index.csv')
  const receipts = packed.filter(({ name }) => name !== 'Index.csv')
  expect(receipts.map(({ body }) => body.toString('base64')).toSorted()).toEqual(
    files.map(({ buffer }) => buffer.toString('base64')).toSorted(),
  )

  await page.getByRole('link', { name: 'Back to Travel expenses' }).click()
  await page.getByRole('checkbox', { name: /^Select / }).check()
  await expectAccessible(page)
  const selected = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download selected' }).click()
  await expect(page).toHaveURL('/success')
  expect(await readFile(await (await selected).path())).toEqual(zip)
})

test(
  'a receipt is renamed, moved, deleted and restored',
  { tag: '@phone' },
  async ({ page, newPerson, signInAs }) => {
    await signInAs(await newPerson())
    const buffer = await drawDocket({ supplier: 'Bunnings', totalCents: 4_217 })
    await upload(page, [{ name: 'bunnings.jpg', mimeType: 'image/jpeg', buffer }], 'Screws', /Fuel/)

    const more = page.getByRole('button', { name: 'More actions for Screws' })
    await more.click()
    await expectAccessible(page, '[role=menu]')
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await more.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.getByLabel('Title').fill('Shed screws.jpg')
    await page.getByRole('button', { name: 'Save title' }).click()
    await expect(page.getByText('File updated successfully!')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'More actions for Screws' }).click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    await page.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('Please select a category.')).toBeVisible()
    await page.getByRole('radio', { name: /Fuel/ }).check()
    await page.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('File is already in the selected category.')).toBeVisible()
    await page.getByRole('radio', { name: /Others/ }).check()
    await page.getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('File moved successfully!')).toBeVisible()
    await expect(page.getByText('No files found for this category.')).toBeVisible()

    await page.goto('/categories')
    await page.getByRole('link', { name: /Others/ }).click()
    await page.getByRole('button', { name: 'More actions for Screws' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete Screws?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete anyway' }).click()
    await expect(page.getByText('File deleted successfully!')).toBeVisible()
    const undo = await holdUndo(page)
    await expect(page.getByText('No files found for this category.')).toBeVisible()
    await undo.click()
    await expect(page.getByText('Screws', { exact: true })).toBeVisible()
  },
)

test('a receipt deleted on one device disappears on another', async ({
  page,
  newPerson,
  signInAs,
  anotherBrowser,
}) => {
  const ann = await newPerson()
  const phone = await anotherBrowser()
  await Promise.all([signInAs(ann), signInAs(ann, phone)])
  const buffer = await drawDocket({ supplier: 'Puma', totalCents: 5_000 })
  await upload(page, [{ name: 'puma.jpg', mimeType: 'image/jpeg', buffer }], 'Diesel', /Fuel/)

  const elsewhere = await phone.newPage()
  await elsewhere.goto(page.url())
  await elsewhere.getByRole('button', { name: 'More actions for Diesel' }).click()
  await elsewhere.getByRole('menuitem', { name: 'Delete' }).click()
  await elsewhere.getByRole('button', { name: 'Delete' }).click()
  await elsewhere.getByRole('button', { name: 'Delete anyway' }).click()
  await expect(elsewhere.getByText('File deleted successfully!')).toBeVisible()

  await page.reload()
  await expect(page.getByText('No files found for this category.')).toBeVisible()
})

/** Uploads from /custom-upload to the category's page. */
async function upload(page: Page, files: Upload[], description: string, category: RegExp): Promise<void> {
  await page.goto('/custom-upload')
  await page.locator('input[type=file]').setInputFiles(files)
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(
    files.length,
  )
  if (files.length > 1) await page.getByLabel('These are pages of one receipt').check()
  await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/preview')
  await page.getByRole('button', { name: 'Save to Category' }).click()
  await page.getByRole('button', { name: category }).click()
  await expect(page).toHaveURL(/\/categories\/[0-9a-f-]{36}$/)
}
