import { api, paths } from '@docketbox/contract'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { callApi } from '@docketbox/testing/product/api'
import { expect, test } from '../../harness/test.ts'

test('on a laptop with a low window, the whole sidebar can be reached', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1366, height: 500 })
  await signInAs(await newPerson())
  await page.goto('/dashboard')
  for (const part of [page.getByRole('button', { name: 'Log out' }), page.getByText('30 days left').last()]) {
    await part.scrollIntoViewIfNeeded()
    await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone held sideways, every item of a menu can be reached', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await page.setViewportSize({ width: 667, height: 375 })
  const person = await newPerson()
  await signInAs(person)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sharing' }).hover()
  await page.mouse.wheel(0, 1000)
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Contact us' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#contact').getByLabel('Email')).toHaveValue(person.email)
  // Nothing was typed, so nothing asks.
  await page.getByRole('banner').getByRole('link', { name: 'Docketbox' }).click()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('in a low window, the next step doesn’t cover the form', async ({ page, newPerson, signInAs }) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await signInAs(await newPerson())
  await page.goto('/pricing-duration')
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
  await expect(proceed).not.toBeInViewport()
  await proceed.scrollIntoViewIfNeeded()
  await expect(proceed).toBeInViewport({ ratio: 1 })
})

test('on a phone held sideways, the photo doesn’t cover the field that’s corrected from it', async ({
  page,
  productUrl,
  newPerson,
  signInAs,
}) => {
  await page.setViewportSize({ width: 667, height: 375 })
  const person = await newPerson()
  const photo = new Uint8Array(await drawDocket({ supplier: 'IGA', totalCents: 999 }))
  const body = new File([photo], 'docket.jpg', { type: 'image/jpeg' })
  const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
  const [category] = (await callApi(productUrl, api.categories.list, {}, person)).docs
  const receipt = { category: category!._id, file: [{ uri }], description: 'Groceries' }
  const { _id } = await callApi(productUrl, api.receipts.save, { body: receipt }, person)
  await signInAs(person)
  await page.goto(paths.review(_id))
  for (const label of ['GST (optional)', 'Work use (%) (optional)', 'Description']) {
    const field = page.getByLabel(label)
    await field.focus()
    const isInFront = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === element
    }
    await expect.poll(() => field.evaluate(isInFront), label).toBe(true)
  }
})
