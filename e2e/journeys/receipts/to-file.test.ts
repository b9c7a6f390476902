import { docxOf, pdf } from '@docketbox/testing/files/samples'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import sharp from 'sharp'
import { expect, expectAccessible, expectToFit, holdUndo, test } from '../../harness/test.ts'

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('a batch of 100 files survives a lost connection and waits to be filed', async ({
  page,
  context,
  newPerson,
  signInAs,
  problems,
}) => {
  test.setTimeout(300_000)
  problems.expect(/Network error|ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await signInAs(await newPerson())
  await page.goto('/custom-upload')
  await page.waitForFunction(() => document.querySelector('input[type=file]') !== null)
  // Enough of them need a preview to queue for it.
  const files = Array.from({ length: 100 }, (_, n) =>
    n % 5 === 4
      ? { name: `docket-${n}.pdf`, mimeType: 'application/pdf', buffer: pdf(`Docket ${n}`) }
      : { name: `docket-${n}.docx`, mimeType: docxType, buffer: docxOf([`Docket ${n}`]) },
  )
  await page.setInputFiles('input[type=file]', files)
  await page.getByRole('link', { name: 'Continue with 100 receipts' }).click()
  await expect(page).toHaveURL('/to-file')
  await expect(page.getByRole('progressbar', { name: /^Uploaded [1-9]\d? of 100$/ })).toBeVisible()
  await context.setOffline(true)
  // The two uploads under way may just get no response, which is noticed after 90 seconds.
  await expect(page.getByText(/uploaded yet/)).toBeVisible({ timeout: 120_000 })
  await context.setOffline(false)
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 })
  await expect(page.getByRole('row', { name: /^docket-/ })).toHaveCount(20)
  await page.getByRole('button', { name: 'Page 5' }).click()
  await expect(page.getByRole('row', { name: 'docket-99.pdf' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^docket-/ })).toHaveCount(20)
  await expect(page.getByRole('navigation', { name: 'Main' }).first().getByText('99+')).toBeVisible()
})

test(
  'receipts are corrected, filed, unfiled on Undo, and pointed out when they’re there twice',
  { tag: '@phone' },
  async ({ page, newPerson, signInAs }, { project }) => {
    await signInAs(await newPerson())
    await page.goto('/custom-upload')
    const image = await drawDocket({ supplier: 'Ampol', totalCents: 5_685 })
    const files = [
      { name: 'ampol.jpg', mimeType: 'image/jpeg', buffer: image },
      { name: 'taxi.pdf', mimeType: 'application/pdf', buffer: pdf('Taxi') },
      { name: 'ampol again.jpg', mimeType: 'image/jpeg', buffer: image },
    ]
    // One after the other, so that the copy comes last.
    for (const [index, file] of files.entries()) {
      await page.setInputFiles('input[type=file]', file)
      await expect(page.getByLabel('Uploaded')).toHaveCount(index + 1)
    }
    await page.getByRole('link', { name: 'Continue with 3 receipts' }).click()
    await expect(page.getByRole('row', { name: /\.(jpg|pdf)$/ })).toHaveCount(3)
    await expectAccessible(page)
    await expectToFit(page)

    await page.getByRole('button', { name: 'Possible duplicate' }).click()
    await expect(page.getByRole('dialog', { name: 'Is this a duplicate?' })).toBeVisible()
    await expect(page.getByText('You’ve already added this file. It’s waiting to be filed.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Earlier upload' })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('button', { name: 'Discard this upload' }).click()
    await expect(page.getByRole('row', { name: 'ampol again.jpg' })).toHaveCount(0)

    await page.getByLabel('Supplier, ampol.jpg').fill('Ampol')
    await page.getByLabel('Total, Ampol').fill('56.85')
    // Input is kept, even if the page closes right away.
    await page.reload()
    await expect(page.getByLabel('Total, Ampol')).toHaveValue('56.85')
    if (project.name === 'phone') {
      for (const name of ['Ampol', 'taxi.pdf']) {
        await page.getByLabel(`Category, ${name}`).selectOption({ index: 1 })
        await page.getByRole('button', { name: `File receipt, ${name}` }).tap()
        // Only the last one is shown. Two that are filed at once may be done in either order.
        await expect(page.locator('[data-toasts] > :visible')).toHaveText(new RegExp(name))
      }
    } else {
      await page.getByLabel('Total, Ampol').focus()
      await page.keyboard.press('Escape')
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Receipt filed.')).toBeVisible()
      await expect(page.getByRole('row', { name: 'taxi.pdf' })).toBeFocused()
      await page.keyboard.press('2')
      await page.keyboard.press('Enter')
    }
    const undo = await holdUndo(page.locator('[data-toasts] > *').filter({ hasText: 'taxi.pdf' }))
    await expect(page.getByText('Nothing to file')).toBeVisible()
    await undo.click()
    await expect(page.getByRole('row', { name: 'taxi.pdf' })).toBeVisible()

    // The same photo, smaller, is recognised where it was filed, and becomes a page of it.
    await page.goto('/custom-upload')
    const smaller = await sharp(image).resize({ width: 500 }).jpeg({ quality: 60 }).toBuffer()
    await page.setInputFiles('input[type=file]', {
      name: 'ampol small.jpg',
      mimeType: 'image/jpeg',
      buffer: smaller,
    })
    // Comparing photos waits its turn behind reading.
    await expect(page.getByText(/^Looks like the one you filed/)).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page)
    await expectToFit(page)
    await page.goto('/to-file')
    await page.getByRole('button', { name: 'Possible duplicate' }).click()
    await expect(
      page.getByText(/^You’ve already added this photo. It’s filed as Ampol, \$56.85/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Keep both' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Possible duplicate' }).click()
    await page.getByRole('button', { name: 'Merge as pages' }).click()
    await expect(page.getByText('Merged into Ampol $56.85.')).toBeVisible()
    await expect(page.getByRole('row', { name: 'ampol small.jpg' })).toHaveCount(0)

    await page.goto('/categories')
    await page.getByRole('link', { name: /Fuel/ }).click()
    await page.getByRole('button', { name: /^Ampol/ }).click()
    const pages = page.getByRole('combobox', { name: 'File', exact: true }).getByRole('option')
    await expect(pages).toHaveText([/^1 of 2/, /^2 of 2/])
  },
)
