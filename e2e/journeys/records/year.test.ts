import { onForm, answer, amountsOfWork, submit } from '../../harness/lodgement-form.ts'
import { expect, expectAccessibleAtAllWidths, test } from '../../harness/test.ts'

test(
  'hours and a trip are recorded, fill in the form, and the form is kept with them',
  { tag: ['@phone-only', '@phone'] },
  async ({ page, context, newPerson, signInAs }) => {
    test.slow()
    await signInAs(await newPerson())
    const now = new Date()
    const start = now.getMonth() >= 6 ? now.getFullYear() : now.getFullYear() - 1
    const incomeYear = `${start}-${String((start + 1) % 100).padStart(2, '0')}`
    await page.goto(`/years/${incomeYear}/records`)

    await test.step('the timer runs in all tabs, after a reload, and until one of them stops it', async () => {
      await page.getByRole('button', { name: 'Start timer' }).click()
      await expect(page.getByRole('timer')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('timer')).toBeVisible()
      const other = await context.newPage()
      await other.goto(`/years/${incomeYear}/records`)
      await other.getByRole('button', { name: 'Stop and save' }).click()
      for (const tab of [other, page])
        await expect(tab.getByRole('button', { name: 'Start timer' })).toBeVisible()
      await other.close()
    })

    await test.step('today’s hours and a trip take one field and one dialog', async () => {
      await page.getByLabel('Hours worked from home today').fill('7.5')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/from 7.5 hours/)).toBeVisible()
      await page.getByRole('button', { name: 'Add a trip' }).click()
      await page.getByLabel('Make and model').fill('Mazda 3')
      await expectAccessibleAtAllWidths(page)
      await page.getByRole('button', { name: 'Save vehicle' }).click()
      await expect(page.getByRole('dialog', { name: 'Add a trip' })).toBeVisible()
      await page.getByLabel('Kilometres').fill('42.5')
      await page.getByLabel('Purpose').fill('Site visit in Parramatta')
      await expectAccessibleAtAllWidths(page)
      await page.getByRole('button', { name: 'Save trip' }).click()
      await expect(page.getByText(/from 42.5 km/)).toBeVisible()
      await expectAccessibleAtAllWidths(page)
    })

    for (const kind of ['Working from home', 'Car', 'Laundry', 'Phone and internet'])
      await test.step(kind, async () => {
        await page.getByRole('link', { name: kind }).click()
        await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible()
        if (kind === 'Laundry') await page.getByRole('button', { name: 'Add loads' }).click()
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
        await expectAccessibleAtAllWidths(page)
        await page.getByRole('link', { name: /^Records/ }).click()
      })

    await page.getByRole('link', { name: 'Fill in the form' }).click()
    const form = onForm(page)
    await expect(form.getByLabel('Income year')).toHaveValue(incomeYear)
    await expect(page.getByText(/We’ve filled in your details, and/)).toBeVisible()
    await expect(form.getByLabel('Full name')).not.toHaveValue('')
    await form.getByLabel('Phone number').fill('0412 345 678')
    await form.getByLabel('Number of dependants').fill('0')
    await answer(page, /logbook/, 'No')
    await expect(page.getByText('From your laundry loads.')).toBeVisible()
    for (const amount of await amountsOfWork(page))
      if ((await amount.inputValue()) === '') await amount.fill('0')
    await expectAccessibleAtAllWidths(page)
    await submit(page).click()
    const dialog = page.getByRole('dialog', { name: 'Submission Successful!' })
    await expect(dialog).toContainText('We’ve kept a copy with your records')
    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await dialog.innerText())![0]
    await dialog.getByRole('button', { name: 'Got it!' }).click()
    await expect(page).toHaveURL(`/years/${incomeYear}`)
    await page.goto(`/years/${incomeYear}/records`)
    await page.getByText(reference).click()
    await expect(page.getByText('Clothing and laundry')).toBeVisible()
    await expectAccessibleAtAllWidths(page)
  },
)
