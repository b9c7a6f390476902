import { contactEndpoints } from '@docketbox/contract/contact'
import { commonRefusals } from '@docketbox/contract/refusals'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api'
import { renderScreen } from '#testing/render'
import { ContactForm } from './contact-form.tsx'

const message = () => screen.getByLabelText('Message')

async function write(user: ReturnType<typeof renderScreen>['user']) {
  await user.type(screen.getByLabelText('Email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Phone'), '0412 345 678')
  await user.type(message(), 'Do you take fuel dockets?')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
}

describe('writing to us', () => {
  test('sends what was written, says so, and makes room for the next message', async () => {
    const sent: unknown[] = []
    serveFakes(
      fake(contactEndpoints.send, ({ body }) => {
        sent.push(body)
        return { message: 'Thank you.' }
      }),
    )
    const { user } = renderScreen(<ContactForm />)
    await write(user)
    expect(await screen.findByText('Message sent successfully!')).toBeTruthy()
    expect(sent).toMatchObject([
      { email: 'ann@example.com', phoneNumber: '0412 345 678', feedback: 'Do you take fuel dockets?' },
    ])
    expect(message()).toHaveProperty('value', '')
  })

  test('needs all three', async () => {
    serveFakes()
    const { user } = renderScreen(<ContactForm />)
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    const problems = (await screen.findAllByRole('link')).map(({ textContent }) => textContent)
    expect(problems).toEqual([
      'Please enter your email address.',
      'Please enter your phone number.',
      'Please write a message.',
    ])
  })

  test.each([
    [
      'the server fails',
      () => serveFakes(fake(contactEndpoints.send, () => refuse(commonRefusals.unexpected))),
      'Failed to send message. Please try again later.',
    ],
    ['nobody answers', serveNothing, 'Something went wrong. Please try again.'],
    [
      'it is too often',
      () => serveFakes(fake(contactEndpoints.send, () => refuse(commonRefusals.tooManyRequests))),
      commonRefusals.tooManyRequests.message,
    ],
  ])('keeps every word when %s', async (_, prepare, sentence) => {
    prepare()
    const { user } = renderScreen(<ContactForm />)
    await write(user)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(message()).toHaveProperty('value', 'Do you take fuel dockets?')
  })
})
