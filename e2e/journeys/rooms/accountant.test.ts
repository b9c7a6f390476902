import { randomBytes, randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { callApi } from '@docketbox/testing/product/api'
import { linkTo } from '@docketbox/testing/product/mailbox'
import { expect, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

test('an accountant views a shared year, asks a question, and is shut out half-way', async ({
  page,
  newPerson,
  signInAs,
  anotherBrowser,
  mail,
  productUrl,
  problems,
}) => {
  const owner = await newPerson({ firstName: 'Mia', lastName: 'Chen' })
  const accountant = `sam.${randomBytes(5).toString('hex')}@example.com`
  const { docs: categories } = await callApi(productUrl, api.categories.list, {}, owner)
  const file = async (supplier: string, totalCents: number, documentDate: string) => {
    const picture = new Uint8Array(await drawDocket({ supplier, totalCents }))
    const body = new File([picture], 'captured-image.jpg', { type: 'image/jpeg' })
    const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, owner)
    const facts = { supplier, totalCents, documentDate }
    const receipt = { category: categories[0]!._id, file: [{ uri }], description: supplier, facts }
    await callApi(productUrl, api.receipts.save, { body: receipt }, owner)
  }
  await file('Ampol', 5_685, '2025-07-14')
  await file('Bunnings', 4_217, '2024-08-01')

  const vehicleId = randomUUID()
  const mazda = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
  await callApi(productUrl, api.records.saveVehicle, { params: { vehicleId }, body: mazda }, owner)
  const day = { day: '2025-08-04', endedOn: null, odometerStart: null, odometerEnd: null }
  const trip = { ...day, vehicle: vehicleId, km: 42, purpose: 'Site visit' }
  await callApi(productUrl, api.records.saveTrip, { params: { tripId: randomUUID() }, body: trip }, owner)

  await signInAs(owner)
  await page.goto('/shares')
  await page.getByRole('button', { name: 'Invite your accountant' }).click()
  await page.getByLabel('Their email').fill(accountant)
  await expect(page.getByLabel('2025–26')).toBeChecked()
  await expectAccessibleAtAllWidths(page)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { name: accountant })).toBeVisible()
  await expectAccessibleAtAllWidths(page)

  const visitor = await (await anotherBrowser()).newPage()
  await visitor.goto(linkTo(await mail({ to: accountant, subject: 'shared' }), '/room'))
  const view = visitor.getByRole('button', { name: 'View the records' })
  await expect(view).toBeVisible()
  await expectAccessibleAtAllWidths(visitor)
  await view.click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Mia Chen’s records' })).toBeVisible()
  expect(visitor.url()).not.toContain('token')
  await visitor.emulateMedia({ media: 'print' })
  await expect(visitor.getByRole('button', { name: 'Leave' })).toBeHidden()
  await visitor.emulateMedia({ media: null })
  await expectAccessibleAtAllWidths(visitor)
  await visitor.getByRole('tab', { name: 'Tax pack' }).click()
  await expect(visitor.getByRole('button', { name: /^Download pack/ })).toBeVisible()
  await visitor.getByRole('tab', { name: 'Records' }).click()
  await expect(visitor.getByRole('table', { name: 'Work trips' })).toContainText('Site visit')
  await expectAccessibleAtAllWidths(visitor)
  await visitor.getByRole('tab', { name: 'Receipts' }).click()
  const receipt = visitor.getByRole('button', { name: /^Ampol \$56\.85/ })
  await expect(receipt).toBeVisible()
  await expect(visitor.getByText('Bunnings')).toHaveCount(0)
  await expectAccessibleAtAllWidths(visitor)

  await receipt.click()
  const dialog = visitor.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await dialog.getByLabel('Your message').fill('Which vehicle is this for?')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Waiting for an answer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(dialog.getByRole('button', { name: 'Reviewed' })).toBeVisible()
  await visitor.emulateMedia({ media: 'print' })
  await expect(dialog.getByText('Which vehicle is this for?')).toBeVisible()
  for (const label of ['Your message', 'Propose a deduction label'])
    await expect(dialog.getByLabel(label)).toBeHidden()
  await visitor.emulateMedia({ media: null })
  await expectAccessibleAtAllWidths(visitor)
  await visitor.keyboard.press('Escape')
  await visitor.getByRole('tab', { name: 'Questions' }).click()
  await expectAccessibleAtAllWidths(visitor)
  await visitor.getByRole('link', { name: 'Ampol $56.85' }).click()

  await page.goto('/dashboard')
  await page.getByRole('link', { name: /1 to answer/ }).click()
  await page.getByRole('button', { name: 'Answer' }).click()
  await page.getByLabel('Your answer').fill('The white ute.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('The white ute.')).toBeVisible()
  await visitor.reload()
  await expect(dialog.getByText('The white ute.')).toBeVisible()

  await page.getByRole('button', { name: 'What they opened' }).click()
  await expect(page.getByText('Opened Ampol $56.85')).toBeVisible()
  await expectAccessibleAtAllWidths(page, { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByText('Revoked')).toBeVisible()

  problems.expect(/^401: GET/)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'You’re no longer viewing these records' })).toBeVisible()
})
