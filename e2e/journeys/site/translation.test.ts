import { api } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { expect, test } from '../../harness/test.ts'

test('a page that the browser has translated keeps working and shows what changes', async ({
  page,
  newPerson,
  signInAs,
  productUrl,
}) => {
  const person = await newPerson()
  const { docs: categories } = await callApi(productUrl, api.categories.list, {}, person)
  const picture = new Uint8Array(await drawDocket({ supplier: 'Ampol', totalCents: 5_685 }))
  const body = new File([picture], 'ampol.jpg', { type: 'image/jpeg' })
  const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
  const receipt = { category: categories[0]!._id, file: [{ uri }], description: 'Diesel' }
  await callApi(productUrl, api.receipts.save, { body: receipt }, person)
  await signInAs(person)
  await page.goto('/receipts')
  await expect(page.getByRole('button', { name: 'Select it' })).toBeVisible()
  await page.evaluate(translate)
  await page.getByRole('button', { name: 'Select it' }).click()
  await expect(page.getByText('1 receipt selected')).toBeVisible()
  await page.evaluate(translate)
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByRole('button', { name: 'Select it' })).toBeVisible()
})

/** Replaces each text as Chrome does; without a network there's no translation. */
function translate(): void {
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts.filter(({ parentElement }) => !parentElement?.closest('script,style,font'))) {
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild!.textContent = text.data
    text.replaceWith(font)
  }
}
