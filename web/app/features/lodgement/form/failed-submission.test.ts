import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { keysWithPrefix } from '#platform/storage/local-storage.ts'
import { refuse } from '#testing/fake-api.ts'
import { field, fillInMyGov, fillInPerson, open, submitButton, paste } from '../testing/form.tsx'

// Filling in thirty fields is slow in jsdom.
vi.setConfig({ testTimeout: 20_000 })

describe('a submission that fails', () => {
  test('incomplete: Submit says so and sends nothing', async () => {
    const { user, requests } = open()
    await paste(user, field('Full name'), 'Ann Lee')
    await user.click(submitButton().parentElement!)
    expect(await screen.findAllByText('Please complete all required fields.')).not.toHaveLength(0)
    expect(document.activeElement).toBe(field('Email'))
    expect(requests).toEqual([])
  })

  test('invalid: every problem is in the summary and next to its field, and nothing is sent', async () => {
    const { user, requests } = open({ asksMyGovPassword: true })
    await fillInPerson(user)
    await fillInMyGov(user)
    await user.clear(field('Email'))
    await paste(user, field('Email'), 'ann')
    await paste(user, field('Confirm myGov password'), '!')
    await user.click(submitButton())
    const summary = await screen.findByRole('alert')
    const links = within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    expect(links).toEqual([
      'Please enter an email address such as name@example.com.',
      'The two myGov passwords don’t match.',
    ])
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    // Next to Submit too, which said before that the form was complete.
    await user.click(screen.getByRole('button', { name: /^1 Personal Information ?2 fields/ }))
    expect(document.activeElement).toBe(field('Email'))
    expect(screen.queryByText('Everything we need is here.')).toBeNull()
    expect(requests).toEqual([])
  })

  test('refused: the form keeps its values, and a retry is the same lodgement', async () => {
    const { user, requests } = open({
      asksMyGovPassword: true,
      responses: [() => refuse(commonRefusals.unexpected)],
    })
    await fillInPerson(user)
    await fillInMyGov(user)
    await user.click(submitButton())
    expect(await screen.findAllByText('Submission failed. Please try again.')).not.toHaveLength(0)
    // Said beside Submit, where the next try begins.
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    expect(screen.getByRole('alert').parentElement).toBe(submitButton().parentElement!.parentElement)
    expect(field('Full name').value).toBe('Ann Lee')
    expect(field('myGov password').value).toBe('a secret')
    await user.click(submitButton())
    await screen.findByRole('dialog')
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  test('unanswered: a retry after a reload is the same lodgement', async () => {
    const first = open({ responses: [() => refuse(commonRefusals.unavailable)] })
    await fillInPerson(first.user)
    await first.user.click(submitButton())
    await screen.findByRole('alert')
    expect(JSON.stringify(sessionStorage)).not.toContain('Ann Lee')
    first.unmount()
    const { user, requests } = open()
    await waitFor(() => expect(field('Full name').value).toBe('Ann Lee'))
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[0]?.headers['idempotency-key']).toBe(first.requests[0]?.headers['idempotency-key'])
    expect(sessionStorage).toHaveLength(0)
  })

  test('unanswered and cleared: nothing of it is left on the device', async () => {
    const { user } = open({ responses: [() => refuse(commonRefusals.unavailable)] })
    await fillInPerson(user)
    await user.click(submitButton())
    await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Clear the form' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Clear the form' }))
    await waitFor(() => expect(field('Full name').value).toBe(''))
    expect(sessionStorage).toHaveLength(0)
    expect(keysWithPrefix('lodgement-draft')).toEqual([])
  })

  test('refused and changed: a retry is a new lodgement', async () => {
    const { user, requests } = open({ responses: [() => refuse(commonRefusals.unexpected)] })
    await fillInPerson(user)
    await user.click(submitButton())
    await screen.findByRole('alert')
    await paste(user, field('Full name'), '-Smith')
    await user.click(submitButton())
    await screen.findByRole('dialog')
    expect(requests[1]?.headers['idempotency-key']).not.toBe(requests[0]?.headers['idempotency-key'])
  })

  test('refused field by field: the problems are next to the fields', async () => {
    const fields = { phoneNumber: 'This number isn’t in use.' }
    const { user } = open({ responses: [() => refuse(commonRefusals.invalidInput, fields)] })
    await fillInPerson(user)
    await user.click(submitButton())
    expect((await screen.findAllByText('This number isn’t in use.')).length).toBe(2)
    expect(field('Phone number').getAttribute('aria-invalid')).toBe('true')
  })
})
