import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderScreen } from '#testing/render.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { EmailField } from '#ui/fields/text-field.tsx'
import { Form, SubmitButton, useFormOf } from './form.tsx'

const schema = z.object({
  email: z.string().regex(/@/, '* Enter a valid email address.'),
  terms: z.boolean().optional(),
})

function Example() {
  return (
    <Form form={useFormOf(schema)} onSubmit={async () => undefined}>
      <EmailField name="email" />
      <CheckboxField name="terms" label="I agree" />
      <SubmitButton busy="Saving…">Save</SubmitButton>
    </Form>
  )
}

const email = () => screen.getByLabelText('Email')
const save = () => screen.getByRole('button', { name: 'Save' })

test.each([
  ['checkbox', () => screen.getByRole('checkbox', { name: 'I agree' })],
  ['button', () => save()],
])('while a %s is pressed, the error of the field that was left doesn’t move it away', async (_, pressed) => {
  const { user } = renderScreen(<Example />)
  await user.type(email(), 'ann')
  await user.pointer({ keys: '[MouseLeft>]', target: pressed() })
  await act(async () => undefined)
  expect(screen.queryByText('* Enter a valid email address.')).toBeNull()
  await user.pointer('[/MouseLeft]')
  expect((await screen.findAllByText('* Enter a valid email address.')).length).toBeGreaterThan(0)
})

test.each([
  ['it ended as a drag', () => fireEvent.dragEnd(save())],
  ['the keyboard is used again, such as after a context menu', () => fireEvent.keyDown(document.body)],
])('the error of a field isn’t held back by a press whose end isn’t known once %s', async (_, end) => {
  const { user } = renderScreen(<Example />)
  await user.type(email(), 'ann')
  await user.pointer({ keys: '[MouseLeft>]', target: save() })
  end()
  expect((await screen.findAllByText('* Enter a valid email address.')).length).toBeGreaterThan(0)
})
