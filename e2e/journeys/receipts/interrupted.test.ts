import { api } from '@docketbox/contract'
import { docketHeic } from '@docketbox/testing/files/samples'
import { callApi } from '@docketbox/testing/product/api'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import { signInByApi } from '@docketbox/testing/people/people'
import { expect, test } from '../../harness/test.ts'

const description = 'What was it for? (required)'

test('a session that ends during an upload loses nothing', async ({
  page,
  newPerson,
  signInAs,
  problems,
  productUrl,
}) => {
  problems.expect(/^401: POST .*upload\/image\?/)
  const ann = await newPerson()
  await signInAs(ann)
  await page.goto('/custom-upload')
  await page.getByPlaceholder(description).fill('Boots for site')
  // Another device ends this session just before the file is sent.
  const elsewhere = await signInByApi(productUrl, ann)
  await page.route(
    '**/api/upload/image?*',
    async (route) => {
      await callApi(productUrl, api.profile.endOtherSessions, {}, elsewhere)
      await route.continue()
    },
    { times: 1 },
  )
  const buffer = await drawDocket({ supplier: 'RSEA', totalCents: 18_900 })
  await page.setInputFiles('input[type=file]', { name: 'boots.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page).toHaveURL(/\/login\?returnTo=/)

  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/custom-upload')
  await expect(page.getByPlaceholder(description)).toHaveValue('Boots for site')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save to Category' }).click()
  await page.getByRole('button', { name: /Others/ }).click()
  await expect(page.getByText('Boots for site')).toBeVisible()
})

test('two tabs keep separate drafts', async ({ page, context, newPerson, signInAs }) => {
  await signInAs(await newPerson())
  const other = await context.newPage()
  const tabs = [
    [page, 'Fuel'],
    [other, 'Lunch'],
  ] as const
  for (const [tab, text] of tabs) {
    await tab.goto('/custom-upload')
    await tab.getByPlaceholder(description).fill(text)
  }
  for (const [tab, text] of tabs) {
    await tab.reload()
    await expect(tab.getByPlaceholder(description)).toHaveValue(text)
  }
  // The next new tab adopts the draft of a closed one.
  await other.close()
  const tabsAlive = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
  await expect.poll(tabsAlive).toBe(1)
  const next = await context.newPage()
  await next.goto('/custom-upload')
  await expect(next.getByPlaceholder(description)).toHaveValue('Lunch')
  await expect(page.getByPlaceholder(description)).toHaveValue('Fuel')
})

test('files can be dropped and pasted, and a HEIC is shown', async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson())
  await page.goto('/custom-upload')
  await expect(page.getByPlaceholder(description)).toBeVisible()
  const give = (kind: 'drop' | 'paste', name: string, type: string, bytes: Buffer) =>
    page.evaluate(
      ({ kind, name, type, base64 }) => {
        const data = new DataTransfer()
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
        const target = document.querySelector('input[type=file]')!.parentElement!
        const about = { bubbles: true, cancelable: true }
        if (kind === 'drop') {
          target.dispatchEvent(new DragEvent('dragenter', { ...about, dataTransfer: data }))
          target.dispatchEvent(new DragEvent('drop', { ...about, dataTransfer: data }))
        } else document.dispatchEvent(new ClipboardEvent('paste', { ...about, clipboardData: data }))
      },
      { kind, name, type, base64: bytes.toString('base64') },
    )
  const files = page.getByRole('list', { name: 'Chosen files' })
  await give('drop', 'dropped.jpg', 'image/jpeg', await drawDocket({ supplier: 'BP', totalCents: 7_000 }))
  await expect(files.getByText('dropped.jpg')).toBeVisible()
  await give('paste', 'pasted.heic', 'image/heic', docketHeic())
  await expect(files.getByText('pasted.heic')).toBeVisible()
  await expect(files.getByLabel('Uploaded')).toHaveCount(2)

  await page.getByLabel('These are pages of one receipt').check()
  await page.getByPlaceholder(description).fill('Two at once')
  await page.getByRole('button', { name: 'Continue' }).click()
  const heic = page.getByRole('img', { name: 'pasted.heic' })
  await expect(heic).toBeVisible()
  await expect.poll(() => heic.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
})
