import { api } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { expect, expectToFit, test } from '../../harness/test.ts'

const long = 'Chemistwarehouse'.repeat(9)

test(
  'no screen grows wider than a phone, even with very long names',
  { tag: '@phone-only @phone' },
  async ({ page, newPerson, signInAs, productUrl, problems }) => {
    const person = await newPerson({ firstName: `${'Wilhelmina'.repeat(5)}` })
    const { docs: categories } = await callApi(productUrl, api.categories.list, {}, person)
    const category = categories[0]!._id
    const picture = new Uint8Array(await drawDocket({ supplier: 'IGA', totalCents: 999 }))
    const file = async () => {
      const body = new File([picture], `${long}.jpg`, { type: 'image/jpeg' })
      const { uri } = await callApi(productUrl, api.receipts.uploadFile, { body, query: {} }, person)
      return callApi(
        productUrl,
        api.receipts.save,
        { body: { category, file: [{ uri }], description: long } },
        person,
      )
    }
    const { _id: uploadId } = await file()
    await callApi(productUrl, api.receipts.remove, { params: { uploadId } }, person)
    const kept = await file()

    await signInAs(person)
    const screens = {
      '/dashboard': page.getByText(long).first(),
      [`/categories/${category}`]: page.getByText(long).first(),
      [`/categories/${category}?receipt=${kept._id}`]: page.getByRole('dialog').getByText(long).first(),
      '/trash': page.getByText(long).first(),
      '/profile': page.getByText('Wilhelmina').first(),
    }
    for (const [address, name] of Object.entries(screens)) {
      await page.goto(address)
      await expect(name).toBeVisible()
      await expectToFit(page)
    }

    problems.expect(/upload\/image/)
    await page.route('**/api/upload/image?*', (route) => route.abort())
    await page.goto('/custom-upload')
    const upload = { name: `${long}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(picture) }
    await page.setInputFiles('input[type=file]', upload)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectToFit(page)
  },
)

test(
  'a list of people fits on a phone, even with very long names',
  { tag: '@phone-only @phone' },
  async ({ page, newPerson, signInAs, superAdmin }) => {
    const { email } = await newPerson({
      lastName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2).slice(0, 60),
    })
    await signInAs(superAdmin)
    await page.goto('/admin-dashboard')
    await page.getByLabel('Search by email').fill(email)
    const name = page.getByRole('button', { name: new RegExp(email) })
    await expect(name).toBeVisible()
    const list = page.getByRole('region', { name: 'Subscribers' })
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await name.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  },
)
