import { contactEndpoints, contactRefusals } from '@docketbox/contract/contact/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { loadPhoneRules } from '#platform/format/phone-numbers.ts'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { ContactForm } from './contact-form.tsx'

const message = () => screen.getByLabelText('Message')

async function write(user: ReturnType<typeof renderScreen>['user']) {
  await user.type(screen.getByLabelText('Email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Phone'), '0412 345 678')
  await user.type(message(), 'Do you take fuel dockets?')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
}

describe('the contact form', () => {
  test('sends the message, confirms it and empties the form', async () => {
    const sent: unknown[] = []
    serveFakes(
      fake(contactEndpoints.send, ({ body }) => {
        sent.push(body)
        return { message: 'Thank you.', isConfirmed: true }
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

  test('starts with the address and phone number of the user who’s logged in', async () => {
    serveFakes(fake(contactEndpoints.send, () => ({ message: 'Thank you.', isConfirmed: true })))
    signInAs('User', { _id: 'u1', email: 'ann@example.com', phoneNumber: '0412 345 678' })
    const { user } = renderScreen(<ContactForm />)
    const own = () => ['Email', 'Phone'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
    expect(own()).toEqual(['ann@example.com', '0412 345 678'])
    await user.type(message(), 'Do you take fuel dockets?')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    await screen.findByText(/^Thank you\./)
    expect(own()).toEqual(['ann@example.com', '0412 345 678'])
    expect(message()).toHaveProperty('value', '')
  })

  test('no longer thanks for an earlier message when the next one can’t be sent', async () => {
    serveFakes(fake(contactEndpoints.send, () => ({ message: 'Thank you.', isConfirmed: true })))
    const { user } = renderScreen(<ContactForm />)
    await write(user)
    await screen.findByText(/^Thank you\./)
    serveNothing()
    await write(user)
    await screen.findByRole('alert')
    expect(screen.queryByText(/^Thank you\./)).toBeNull()
  })

  test('keeps what’s typed while the message is being sent', async () => {
    const sent = Promise.withResolvers<{ message: string; isConfirmed: boolean }>()
    serveFakes(fake(contactEndpoints.send, () => sent.promise))
    const { user } = renderScreen(<ContactForm />)
    await write(user)
    await user.type(message(), ' And parking?')
    sent.resolve({ message: 'Thank you.', isConfirmed: true })
    await screen.findByText('Message sent successfully!')
    expect(message()).toHaveProperty('value', 'Do you take fuel dockets? And parking?')
  })

  test('promises no confirmation if the address has had enough of them today', async () => {
    serveFakes(fake(contactEndpoints.send, () => ({ message: 'Thank you.', isConfirmed: false })))
    const { user } = renderScreen(<ContactForm />)
    await write(user)
    const notice = await screen.findByText(/^Thank you\./)
    expect(notice.textContent).toBe('Thank you. We’ll reply to ann@example.com.')
  })

  test('can be sent again after something filled in the field for bots', async () => {
    const sent: string[] = []
    serveFakes(
      fake(contactEndpoints.send, ({ body: { feedback, website } }) => {
        if (website) return refuse(contactRefusals.trapFilled)
        sent.push(feedback)
        return { message: 'Thank you.', isConfirmed: true }
      }),
    )
    const { user, container } = renderScreen(<ContactForm />)
    fireEvent.input(container.querySelector('[name=website]')!, { target: { value: 'https://ann.example' } })
    await write(user)
    await screen.findByText(contactRefusals.trapFilled.message)
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    await screen.findByText('Message sent successfully!')
    expect(sent).toEqual(['Do you take fuel dockets?'])
  })

  test('asks before leaving with an unsent message', async () => {
    serveFakes(fake(contactEndpoints.send, () => ({ message: 'Thank you.', isConfirmed: true })))
    const { user, router } = renderScreen(<ContactForm />)
    await user.type(message(), 'Do you')
    void router.navigate('/login')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(message()).toHaveProperty('value', 'Do you')
    await write(user)
    await screen.findByText('Message sent successfully!')
    void router.navigate('/login')
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/login')
  })

  test('says that a pasted message is too long, and keeps all of it', async () => {
    serveFakes()
    const { user } = renderScreen(<ContactForm />)
    const letter = 'A long story. '.repeat(400)
    await user.click(message())
    await user.paste(letter)
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    expect((await screen.findAllByText('Use at most 5,000 characters.')).length).toBeGreaterThan(0)
    expect(message()).toHaveProperty('value', letter)
  })

  test('needs all three fields', async () => {
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
    ['there is no response', serveNothing, 'Something went wrong. Please try again.'],
    [
      'the limit is reached',
      () => serveFakes(fake(contactEndpoints.send, () => refuse(commonRefusals.tooManyRequests))),
      commonRefusals.tooManyRequests.message,
    ],
  ])('keeps the message when %s', async (_, prepare, sentence) => {
    prepare()
    const { user } = renderScreen(<ContactForm />)
    await write(user)
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(message()).toHaveProperty('value', 'Do you take fuel dockets?')
  })
})

describe('while typing', () => {
  test('a phone number without its area code gets a hint', async () => {
    serveFakes()
    const { user } = renderScreen(<ContactForm />)
    await user.type(screen.getByLabelText('Phone'), '9123 4567')
    await user.tab()
    expect(await screen.findByText('Please add the area code, such as (03) 9123 4567.')).toBeTruthy()
  })

  test("a phone number that can't exist is refused once the rules have loaded", async () => {
    serveFakes()
    const { user } = renderScreen(<ContactForm />)
    await user.click(screen.getByLabelText('Phone'))
    await loadPhoneRules()
    await user.type(screen.getByLabelText('Phone'), '+999 1234 5678')
    await user.tab()
    expect(await screen.findByText(/look like a valid phone number/)).toBeTruthy()
  })

  test('a tax file number shows a warning', async () => {
    serveFakes()
    const { user } = renderScreen(<ContactForm />)
    await user.type(message(), 'My TFN is 123 456 78')
    expect(screen.queryByText(/looks like a tax file number/)).toBeNull()
    await user.type(message(), '2')
    expect(screen.getByText(/looks like a tax file number/)).toBeTruthy()
  })
})
