import { readFile } from 'node:fs/promises'
import { api } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import {
  expect,
  expectAccessible,
  expectAccessibleAtAllWidths,
  expectToFit,
  test,
} from '../../harness/test.ts'

test(
  'photograph a docket, describe it, file it, see it, and get every byte back',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, productUrl, newPerson, signInAs }) => {
    const ann = await newPerson()
    await signInAs(ann)
    await page.goto('/capture')
    await page.getByRole('button', { name: 'Capture' }).click()

    await page.getByRole('button', { name: 'Save and Preview' }).click()
    await expect(page.getByText('Description is required').first()).toBeVisible()
    await page.getByLabel('Description').fill('Diesel for the trip to Dubbo')
    await expectToFit(page)
    await page.getByRole('button', { name: 'Save and Preview' }).click()

    await expect(page).toHaveURL('/preview')
    await expect(page.getByText(/^(\d+ KB|\d+\.\d\d MB) \| \d+ x \d+$/)).toBeVisible()
    await expect(page.getByText('Diesel for the trip to Dubbo')).toBeVisible()
    await expectAccessibleAtAllWidths(page)
    await page.getByRole('button', { name: 'Save to Category' }).click()

    await expect(page.getByText('Please select a category to save your upload...')).toBeVisible()
    await page.getByRole('button', { name: /Fuel/ }).click()
    await expect(page).toHaveURL(/\/categories\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Diesel for the trip to Dubbo')).toBeVisible()
    await expect(page.getByText(/^Added \d/)).toBeVisible()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^More actions for Diesel/ }).click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    const saved = await readFile(await (await download).path())
    await expect(page.getByText(/^Downloaded Diesel for the trip to Dubbo/)).toBeVisible()
    await expect(page).toHaveURL(/\/categories\/[0-9a-f-]{36}$/)

    const { docs } = await callApi(productUrl, api.receipts.list, { query: {} }, ann)
    const [{ _id, file } = { _id: '', file: [] }] = docs
    expect(docs).toHaveLength(1)
    const query = { id: _id, file: file[0]!._id }
    const stored = await callApi(productUrl, api.receipts.download, { query }, ann)
    expect(saved.equals(stored)).toBe(true)
    expect(saved.length).toBe(file[0]!.size)
  },
)

test(
  'straighten a photo, and find the original among the versions',
  { tag: '@phone-only' },
  async ({ page, productUrl, newPerson, signInAs }) => {
    const ann = await newPerson()
    await signInAs(ann)
    await page.goto('/capture')
    await expect(page.getByText('Ready').first()).toBeVisible()
    await page.getByRole('button', { name: 'Capture' }).click()
    await page.getByRole('button', { name: 'Adjust' }).click()

    // The corners start at the paper's edges.
    const corner = page.getByRole('button', { name: /^Top left corner: 2\d% across, 5% down/ })
    const box = (await corner.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 40, y + 20, { steps: 3 })
    await page.mouse.up()
    await expect(corner).toBeHidden()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('button', { name: 'Straighten' }).click()
    await expect(page.getByText('Straightened. We’ve kept the original.')).toBeVisible()
    await page.getByRole('list', { name: 'Categories' }).getByRole('button', { name: /Fuel/ }).click()
    await expect(page.getByText('Saved to Fuel, Car Repair and Servicing.')).toBeVisible()

    const { docs } = await callApi(productUrl, api.receipts.list, { query: {} }, ann)
    const [{ _id, file } = { _id: '', file: [] }] = docs
    expect(file[0]).toMatchObject({ version: 2, type: 'image/jpeg', title: 'captured-image.jpg' })
    // Turned: it's wider than high now.
    expect(file[0]!.width).toBeGreaterThan(file[0]!.height!)
    const query = { id: _id, file: file[0]!._id, version: 1 }
    const original = await callApi(productUrl, api.receipts.download, { query }, ann)
    expect(original.subarray(1, 4).toString()).toBe('PNG')
  },
)
