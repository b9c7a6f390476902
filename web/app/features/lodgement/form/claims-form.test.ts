import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { load } from '#platform/storage/local-storage.ts'
import {
  answer,
  field,
  fillInMyGov,
  fillInPerson,
  open,
  question,
  section,
  submitButton,
  paste,
  pinToday,
} from '../testing/form.tsx'

// Filling in thirty fields is slow in jsdom.
vi.setConfig({ testTimeout: 20_000 })
beforeEach(pinToday)

describe('the lodgement form', () => {
  test('with only the required fields is submitted, confirmed, and leads to /register', async () => {
    const { user, requests } = open()
    expect(submitButton().disabled).toBe(true)
    await fillInPerson(user)
    expect(submitButton().disabled).toBe(false)
    await user.click(submitButton())

    const dialog = await screen.findByRole('dialog', { name: 'Submission Successful!' })
    expect(dialog.textContent).toMatch(
      /^Submission Successful!(Close)?Your tax return hasn’t been lodged. Nothing has been sent to the ATO./,
    )
    expect(dialog.textContent).toContain(
      'You will receive a confirmation email shortly. Please check your inbox and spam folder.',
    )
    expect(dialog.textContent).toContain('7K3M-9QXR')
    expect(requests[0]?.body).toMatchObject({
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      phoneNumber: '0412 345 678',
      dependents: '2',
      spouseInformation: null,
      investmentProperty: null,
      residency: { status: null },
      logBook: null,
    })
    expect(load('lodgement-draft:', String)).toBeUndefined()

    await user.click(within(dialog).getByRole('button', { name: 'Got it!' }))
    expect(await screen.findAllByText('Submission successful!')).not.toHaveLength(0)
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/register')
  })

  test('says which optional questions are left once nothing else is', async () => {
    const { user } = open()
    expect(screen.getAllByText(/^0 of 6/)).toHaveLength(2)
    await fillInPerson(user)
    await answer(user, /investment property.*\(optional\)/, 'No')
    expect(screen.getByText('Everything we need is here.')).toBeTruthy()
    expect(screen.getAllByText('3 optional left')).toHaveLength(2)
    expect(screen.getByRole('button', { name: /^2 Did you have a spouse/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Did you own/ })).toBeNull()
  })

  test('promises no email if none is sent, but asks to note the reference', async () => {
    const { user } = open({ isConfirmed: false })
    await fillInPerson(user)
    await user.click(submitButton())
    const { textContent } = await screen.findByRole('dialog')
    expect(textContent).toContain('Please note your reference.')
    expect(textContent).not.toContain('confirmation email')
  })

  test('asks for details after Yes and submits them', async () => {
    const { user, requests } = open()
    await fillInPerson(user)
    await answer(user, /Did you have a spouse/, 'Yes')
    expect(submitButton().disabled).toBe(true)
    await paste(user, field('First name'), 'Kim')
    await paste(user, field('Last name'), 'Lee')
    await user.type(field('Date of birth'), '1990-02-28')
    expect(submitButton().disabled).toBe(true)
    await paste(user, field('Annual income'), '55000')
    expect(submitButton().disabled).toBe(false)
    await answer(user, /investment property/, 'Yes')
    // No amount is known yet, so none is shown.
    const total = within(section(/Investment Property/).getByRole('status'))
    expect(total.getByText('–')).toBeTruthy()
    await paste(user, field('Total rental income'), '20000')
    await paste(user, field('Total property expenses'), '4321.09')
    expect(section(/Investment Property/).getByText('$15,678.91')).toBeTruthy()
    await answer(user, /Australian resident/, 'Yes')
    await user.type(field('When did you first receive your Medicare card?'), '2012-05-01')
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[0]?.body).toMatchObject({
      spouseInformation: true,
      spouseDetails: {
        firstName: 'Kim',
        lastName: 'Lee',
        dateOfBirth: '1990-02-28',
        annualIncome: '55000.00',
      },
      investmentProperty: true,
      investmentDetails: { totalRentalIncome: '20000.00', totalPropertyExpenses: '4321.09' },
      residency: { status: true, medicare: '2012-05-01' },
    })
  })

  test('asks nothing after No, and doesn’t submit leftover details', async () => {
    const { user, requests } = open()
    await fillInPerson(user)
    await answer(user, /Did you have a spouse/, 'Yes')
    await paste(user, field('First name'), 'Kim')
    await answer(user, /Did you have a spouse/, 'No')
    expect(screen.queryByLabelText('First name')).toBeNull()
    await answer(user, /Australian resident/, 'No')
    await answer(user, /investment property/, 'No')
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[0]?.body).toMatchObject({
      spouseInformation: false,
      investmentProperty: false,
      residency: { status: false },
    })
    expect(requests[0]?.body).not.toHaveProperty('spouseDetails')
    expect(requests[0]?.body).not.toHaveProperty('investmentDetails')
  })

  test.each(['Yes', 'No'] as const)('asks for the nine amounts after %s to the logbook', async (yesNo) => {
    const { user, requests } = open()
    expect(screen.queryByLabelText('Weekly fuel expenses')).toBeNull()
    await fillInPerson(user)
    await answer(user, /logbook/, yesNo)
    const work = section(/Deductions and Work Related Expenses/)
    const fields = work.getAllByRole<HTMLInputElement>('textbox')
    expect(fields).toHaveLength(9)
    for (const each of fields) {
      expect(submitButton().disabled).toBe(true)
      await user.click(each)
      await user.paste('10')
    }
    expect(work.getByText('$1,440.00')).toBeTruthy()
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[0]?.body).toMatchObject({
      logBook: yesNo === 'Yes',
      logBookDetails: { weeklyFuelExpenses: '10.00', workRelated: '10.00', monthlyDonation: '10.00' },
    })
  })

  test('shows the dates of the selected income year', async () => {
    const { user, requests } = open()
    expect(
      question(/spouse at any time between 1 July 2025 and 30 June 2026/).getByRole('radio', { name: 'Yes' }),
    ).toBeTruthy()
    await user.selectOptions(field('Income year'), '2023-24')
    await screen.findByRole('radiogroup', { name: /spouse at any time between 1 July 2023 and 30 June 2024/ })
    await fillInPerson(user)
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[0]?.body).toMatchObject({ incomeYear: '2023-24' })
  })

  test('has no myGov fields by default', async () => {
    const { user, requests } = open()
    await fillInPerson(user)
    expect(screen.queryByLabelText('myGov password')).toBeNull()
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[0]?.body).not.toHaveProperty('myGovPassword')
    expect(requests[0]?.body).not.toHaveProperty('confirmMyGovPassword')
  })

  test('requires and submits the myGov fields if they are turned on', async () => {
    const { user, requests } = open({ asksMyGovPassword: true })
    await fillInPerson(user)
    await screen.findByLabelText('myGov password')
    expect(submitButton().disabled).toBe(true)
    await fillInMyGov(user)
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[0]?.body).toMatchObject({
      myGovPassword: 'a secret',
      confirmMyGovPassword: 'a secret',
    })
  })

  test('warns of a tax file number next to the field', async () => {
    const { user } = open()
    await paste(user, field('Full name'), 'Ann Lee, TFN 123 456 782')
    expect(screen.getByText(/looks like a tax file number/)).toBeTruthy()
  })
})
