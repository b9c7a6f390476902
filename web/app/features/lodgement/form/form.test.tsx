import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { load } from '#platform/storage/local-storage.ts'
import { refuse } from '#testing/fake-api.tsx'
import { answer, field, fillInPerson, open, question, section, submit, write } from '../testing/form.tsx'

// Forms of thirty fields take a while to fill in where there is no browser.
vi.setConfig({ testTimeout: 20_000 })

describe('the lodgement form', () => {
  test('with the least in it is sent, confirmed, and leads to /register', async () => {
    const { user, sent } = open()
    expect(submit().disabled).toBe(true)
    await fillInPerson(user)
    expect(submit().disabled).toBe(false)
    await user.click(submit())

    const dialog = await screen.findByRole('dialog', { name: 'Submission Successful!' })
    expect(dialog.textContent).toContain(
      'You will receive a confirmation email shortly. Please check your inbox and spam folder.',
    )
    expect(dialog.textContent).toContain('7K3M-9QXR')
    expect(sent[0]?.body).toMatchObject({
      fullName: 'Ann Lee',
      myGovPassword: 'a secret',
      confirmMyGovPassword: 'a secret',
      email: 'ann@example.com',
      phoneNumber: '0412 345 678',
      dependents: '2',
      spouseInformation: null,
      investmentProperty: null,
      residency: { status: null },
      logBook: null,
    })
    expect(load('lodgement-draft', String)).toBeUndefined()

    await user.click(within(dialog).getByRole('button', { name: 'Got it!' }))
    expect(await screen.findAllByText('Submission successful!')).not.toHaveLength(0)
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/register')
  })

  test('asks a Yes for its details and sends them, amounts and all', async () => {
    const { user, sent } = open()
    await fillInPerson(user)
    await answer(user, /Did you have a spouse/, 'Yes')
    expect(submit().disabled).toBe(true)
    await write(user, field('First name'), 'Kim')
    await write(user, field('Last name'), 'Lee')
    await user.type(field('Date of birth'), '1990-02-28')
    expect(submit().disabled).toBe(true)
    await write(user, field('Annual income'), '55000')
    expect(submit().disabled).toBe(false)
    await answer(user, /investment property/, 'Yes')
    await write(user, field('Total rental income'), '20000')
    await write(user, field('Total property expenses'), '4321.09')
    expect(section(/Investment Property/).getByText('$15,678.91')).toBeTruthy()
    await answer(user, /Australian resident/, 'Yes')
    await user.type(field('When did you first receive your Medicare card?'), '2012-05-01')
    await user.click(submit())
    await screen.findByRole('dialog')
    expect(sent[0]?.body).toMatchObject({
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

  test('asks nothing after No, and sends no details that were taken back', async () => {
    const { user, sent } = open()
    await fillInPerson(user)
    await answer(user, /Did you have a spouse/, 'Yes')
    await write(user, field('First name'), 'Kim')
    await answer(user, /Did you have a spouse/, 'No')
    expect(screen.queryByLabelText('First name')).toBeNull()
    await answer(user, /Australian resident/, 'No')
    await answer(user, /investment property/, 'No')
    await user.click(submit())
    await screen.findByRole('dialog')
    expect(sent[0]?.body).toMatchObject({
      spouseInformation: false,
      investmentProperty: false,
      residency: { status: false },
    })
    expect(sent[0]?.body).not.toHaveProperty('spouseDetails')
    expect(sent[0]?.body).not.toHaveProperty('investmentDetails')
  })

  test.each(['Yes', 'No'] as const)('asks the nine amounts after %s to the log book', async (yesNo) => {
    const { user, sent } = open()
    expect(screen.queryByLabelText('Weekly fuel expenses')).toBeNull()
    await fillInPerson(user)
    await answer(user, /log book/, yesNo)
    const work = section(/Deductions and Work Related Expenses/)
    const fields = work.getAllByRole<HTMLInputElement>('textbox')
    expect(fields).toHaveLength(9)
    for (const each of fields) {
      expect(submit().disabled).toBe(true)
      await user.click(each)
      await user.paste('10')
    }
    expect(work.getByText('$1,440.00')).toBeTruthy()
    await user.click(submit())
    await screen.findByRole('dialog')
    expect(sent[0]?.body).toMatchObject({
      logBook: yesNo === 'Yes',
      logBookDetails: { weeklyFuelExpenses: '10.00', workRelated: '10.00', monthlyDonation: '10.00' },
    })
  })

  test('names the dates of the chosen income year', async () => {
    const { user, sent } = open()
    expect(
      question(/spouse at any time between 1 July 2025 and 30 June 2026/).getByRole('radio', { name: 'Yes' }),
    ).toBeTruthy()
    await user.selectOptions(field('Income year'), '2023-24')
    await screen.findByRole('radiogroup', { name: /spouse at any time between 1 July 2023 and 30 June 2024/ })
    await fillInPerson(user)
    await user.click(submit())
    await screen.findByRole('dialog')
    expect(sent[0]?.body).toMatchObject({ incomeYear: '2023-24' })
  })

  test('has no myGov fields where the operator switched them off', async () => {
    const { user, sent } = open({ asksMyGovPassword: false })
    await write(user, field('Full name'), 'Ann Lee')
    await waitFor(() => expect(screen.queryByLabelText('myGov password')).toBeNull())
    await write(user, field('Email'), 'ann@example.com')
    await write(user, field('Phone number'), '0412 345 678')
    await write(user, field('Number of dependents'), '0')
    await user.click(submit())
    await screen.findByRole('dialog')
    expect(sent[0]?.body).not.toHaveProperty('myGovPassword')
    expect(sent[0]?.body).not.toHaveProperty('confirmMyGovPassword')
  })

  test('warns of a tax file number beside the field', async () => {
    const { user } = open()
    await write(user, field('Full name'), 'Ann Lee, TFN 123 456 782')
    expect(screen.getByText(/looks like a tax file number/)).toBeTruthy()
  })
})

describe('a lodgement that does not get through', () => {
  test('incomplete: pressing Submit says so and sends nothing', async () => {
    const { user, sent } = open()
    await write(user, field('Full name'), 'Ann Lee')
    await user.click(submit().parentElement!)
    expect(await screen.findAllByText('Please complete all required fields.')).not.toHaveLength(0)
    expect(document.activeElement).toBe(field('Email'))
    expect(sent).toEqual([])
  })

  test('wrong: every problem stands in the summary and beside its field, and nothing is sent', async () => {
    const { user, sent } = open()
    await fillInPerson(user)
    await user.clear(field('Email'))
    await write(user, field('Email'), 'ann')
    await write(user, field('Confirm myGov password'), '!')
    await user.click(submit())
    const summary = await screen.findByRole('alert')
    const links = within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    expect(links).toEqual([
      'Please enter an email address such as name@example.com.',
      'The two myGov passwords are not the same.',
    ])
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    // Beside Submit too, where it was called complete before: the way there.
    await user.click(screen.getByRole('button', { name: /^1 Personal Information ?2 fields/ }))
    expect(document.activeElement).toBe(field('Email'))
    expect(screen.queryByText('Everything we need is here.')).toBeNull()
    expect(sent).toEqual([])
  })

  test('refused: the form is kept, and sending it again is the same lodgement', async () => {
    const { user, sent } = open({ answers: [() => refuse(commonRefusals.unexpected)] })
    await fillInPerson(user)
    await user.click(submit())
    expect(await screen.findAllByText('Submission failed. Please try again.')).not.toHaveLength(0)
    // Said beside Submit, where the next try begins.
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    expect(screen.getByRole('alert').parentElement).toBe(submit().parentElement!.parentElement)
    expect(field('Full name').value).toBe('Ann Lee')
    expect(field('myGov password').value).toBe('a secret')
    await user.click(submit())
    await screen.findByRole('dialog')
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  test('refused and changed: sending it again is another lodgement', async () => {
    const { user, sent } = open({ answers: [() => refuse(commonRefusals.unexpected)] })
    await fillInPerson(user)
    await user.click(submit())
    await screen.findByRole('alert')
    await write(user, field('Full name'), '-Smith')
    await user.click(submit())
    await screen.findByRole('dialog')
    expect(sent[1]?.headers['idempotency-key']).not.toBe(sent[0]?.headers['idempotency-key'])
  })

  test('refused field by field: the problems stand beside the fields', async () => {
    const fields = { phoneNumber: 'Nobody answers there.' }
    const { user } = open({ answers: [() => refuse(commonRefusals.invalidInput, fields)] })
    await fillInPerson(user)
    await user.click(submit())
    expect((await screen.findAllByText('Nobody answers there.')).length).toBe(2)
    expect(field('Phone number').getAttribute('aria-invalid')).toBe('true')
  })
})
