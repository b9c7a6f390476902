import { refusals } from '@docketbox/contract/core/refusal'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#platform/api/error.ts'
import { renderScreen } from '#testing/render.tsx'
import { CheckboxField, RadioField, SelectField } from '#ui/fields/choice-fields.tsx'
import { Form, SubmitButton, useFormOf } from './form.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { EmailField, TextAreaField, TextField } from '#ui/fields/text-field.tsx'

const schema = z.object({
  terms: z.literal(true, { error: 'Please agree.' }),
  name: z.string().min(1, 'A name is required.'),
  email: z.string().regex(/@/, '* Enter a valid email address.'),
  secret: z.string().min(1, '* Password is required.'),
  place: z.string().min(1, '* Location is required.'),
  spouse: z.enum(['yes', 'no'], { error: 'Please answer.' }),
  amount: z.int({ error: 'Enter an amount such as 12.50.' }).optional(),
  note: z.string(),
})
type Values = z.output<typeof schema>

function Example({ onSubmit }: { onSubmit: (values: Values) => Promise<unknown> }) {
  const form = useFormOf(schema)
  return (
    <Form form={form} onSubmit={onSubmit} label="Example">
      <TextField name="name" label="Name" />
      <EmailField name="email" />
      <PasswordField name="secret" label="Password" autoComplete="new-password" />
      <SelectField
        name="place"
        label="Location"
        placeholder="Choose"
        choices={[{ value: 'nsw', label: 'NSW' }]}
      />
      <RadioField
        name="spouse"
        label="Spouse?"
        choices={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
      />
      <MoneyField name="amount" label="Amount" optional />
      <CheckboxField name="terms" label="I agree" />
      <TextAreaField name="note" label="Note" optional />
      <SubmitButton busy="Saving…">Save</SubmitButton>
    </Form>
  )
}

const page = () => ({
  name: screen.getByLabelText('Name'),
  email: screen.getByLabelText('Email'),
  password: screen.getByLabelText('Password'),
  amount: screen.getByLabelText('Amount (optional)'),
  save: screen.getByRole('button', { name: 'Save' }),
})

async function fillIn(user: ReturnType<typeof renderScreen>['user']) {
  await user.type(page().name, 'Ann')
  await user.type(page().email, 'ann@example.com')
  await user.type(page().password, 'long enough')
  await user.selectOptions(screen.getByLabelText('Location'), 'nsw')
  await user.click(screen.getByLabelText('No'))
  await user.type(page().amount, '1234.5')
  await user.click(screen.getByLabelText('I agree'))
}

test('a field shows its error on blur, and is described by it', async () => {
  const { user } = renderScreen(<Example onSubmit={async () => undefined} />)
  await user.type(page().email, 'ann')
  expect(screen.queryByText('* Enter a valid email address.')).toBeNull()
  await user.tab()
  expect(await screen.findByText('* Enter a valid email address.')).toBeTruthy()
  expect(page().email.getAttribute('aria-invalid')).toBe('true')
  const described = page().email.getAttribute('aria-describedby') ?? ''
  expect(document.querySelector(`[id="${described}"]`)?.textContent).toContain('Enter a valid email')
})

test('a form that was emptied after it was sent shows no errors until it’s sent again', async () => {
  function Emptied() {
    const form = useFormOf(schema.pick({ name: true }), { name: '' })
    return (
      <Form form={form} onSubmit={async () => form.reset()}>
        <TextField name="name" label="Name" />
        <SubmitButton busy="Saving…">Save</SubmitButton>
      </Form>
    )
  }
  const { user } = renderScreen(<Emptied />)
  const save = screen.getByRole('button', { name: 'Save' })
  await user.type(screen.getByLabelText('Name'), 'Ann')
  await user.click(save)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(''))
  await user.click(screen.getByLabelText('Name'))
  await user.tab()
  expect(document.activeElement).toBe(save)
  expect(screen.queryByText('A name is required.')).toBeNull()
  await user.click(save)
  expect(await screen.findAllByText('A name is required.')).toHaveLength(2)
})

test('submitting an incomplete form lists every problem in the order of its fields, with a link to each', async () => {
  const { user } = renderScreen(<Example onSubmit={async () => undefined} />)
  await user.click(page().save)
  const summary = await screen.findByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'A name is required.',
    '* Enter a valid email address.',
    '* Password is required.',
    '* Location is required.',
    'Please answer.',
    'Please agree.',
  ])
  expect(document.activeElement).toBe(summary)
  await user.click(within(summary).getByRole('link', { name: '* Location is required.' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Location'))
})

test('Enter submits once, and the button shows progress', async () => {
  const sent: Values[] = []
  let finish = (): void => undefined
  const { user } = renderScreen(
    <Example
      onSubmit={(values) => {
        sent.push(values)
        return new Promise<void>((resolve) => (finish = resolve))
      }}
    />,
  )
  await fillIn(user)
  await user.type(page().name, '{Enter}')
  const busy = await screen.findByRole('button', { name: 'Saving…' })
  await user.click(busy)
  finish()
  await screen.findByRole('button', { name: 'Save' })
  expect(sent).toEqual([
    {
      name: 'Ann',
      email: 'ann@example.com',
      secret: 'long enough',
      place: 'nsw',
      spouse: 'no',
      amount: 123_450,
      terms: true,
      note: '',
    },
  ])
})

test("the server's errors appear beside their fields, and the input stays", async () => {
  const { taken } = refusals('example', { taken: [409, 'Email already exists.'] })
  const { user } = renderScreen(
    <Example
      onSubmit={() =>
        Promise.reject(
          new ApiError(taken.code, taken.message, taken.status, { fields: { email: 'Is taken.' } }),
        )
      }
    />,
  )
  await fillIn(user)
  await user.click(page().save)
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('Email already exists.')
  expect(page().email.getAttribute('aria-invalid')).toBe('true')
  expect(page().email).toHaveProperty('value', 'ann@example.com')
  expect(page().password).toHaveProperty('value', 'long enough')
})

test('an error about a single field appears once in the summary', async () => {
  const { user } = renderScreen(
    <Example
      onSubmit={() =>
        Promise.reject(new ApiError('example.taken', 'Is taken.', 409, { fields: { email: 'Is taken.' } }))
      }
    />,
  )
  await fillIn(user)
  await user.click(page().save)
  expect((await screen.findByRole('alert')).textContent).toBe('Is taken.')
})

test('an amount is grouped while typing and completed on blur', async () => {
  const { user } = renderScreen(<Example onSubmit={async () => undefined} />)
  await user.type(page().amount, '1234567.5')
  expect(page().amount).toHaveProperty('value', '1,234,567.5')
  await user.tab()
  expect(page().amount).toHaveProperty('value', '1,234,567.50')
  await user.clear(page().amount)
  await user.type(page().amount, 'lots')
  await user.tab()
  expect(page().amount).toHaveProperty('value', 'lots')
  expect(await screen.findByText('Enter an amount such as 12.50.')).toBeTruthy()
})

test('a comma typed or pasted for a decimal point isn’t dropped', async () => {
  const { user } = renderScreen(<Example onSubmit={async () => undefined} />)
  await user.type(page().amount, '39,50')
  expect(page().amount).toHaveProperty('value', '39,50')
  await user.tab()
  expect(await screen.findByText('Enter an amount such as 12.50.')).toBeTruthy()
  await user.clear(page().amount)
  await user.paste('39,50')
  expect(page().amount).toHaveProperty('value', '39,50')
  await user.clear(page().amount)
  await user.type(page().amount, '12,345')
  expect(page().amount).toHaveProperty('value', '12,345')
  await user.type(page().amount, '{Backspace}{Backspace}')
  expect(page().amount).toHaveProperty('value', '123')
  await user.type(page().amount, '456')
  await user.tripleClick(page().amount)
  await user.paste('39,5')
  expect(page().amount).toHaveProperty('value', '39,5')
})

test('a password can be shown', async () => {
  const { user } = renderScreen(<Example onSubmit={async () => undefined} />)
  expect(page().password.getAttribute('type')).toBe('password')
  // The name stays the same, so that screen readers read out the state only once.
  await user.click(screen.getByRole('button', { name: 'Show password', pressed: false }))
  expect(page().password.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Show password', pressed: true }))
  expect(page().password.getAttribute('type')).toBe('password')
})
