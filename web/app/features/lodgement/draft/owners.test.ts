import { DAY_MS, HOUR_MS } from '@docketbox/contract/core/units'
import { act, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { keysWithPrefix, load, save } from '#platform/storage/local-storage.ts'
import { endSession } from '#platform/session/session.ts'
import { signInAs } from '#testing/render.tsx'
import { field, fillInMyGov, open, paste } from '../testing/form.tsx'

describe('the draft on this device belongs to who typed it', () => {
  const draftOf = (owner: string) => load(`lodgement-draft:${owner}`, (stored) => JSON.stringify(stored))
  /** Types a name, which is saved, and leaves the page. */
  async function typeName(name: string): Promise<void> {
    const { user, unmount } = open()
    await paste(user, field('Full name'), name)
    window.dispatchEvent(new Event('pagehide'))
    unmount()
  }
  /** Nothing notices until the session is read again. */
  const expireSession = () => vi.setSystemTime(Date.now() + 2 * HOUR_MS)
  function shownName(): string {
    const { unmount } = open()
    const { value } = field('Full name')
    unmount()
    return value
  }

  test('and is deleted when they log out', async () => {
    signInAs('User', { _id: 'ann' })
    await typeName('Ann')
    expect(draftOf('ann')).toContain('Ann')
    endSession('/login')
    expect(keysWithPrefix('lodgement-draft')).toEqual([])
  })

  test('and waits for them if another user logs in and out meanwhile', async () => {
    signInAs('User', { _id: 'ann' })
    await typeName('Ann')
    endSession()
    signInAs('User', { _id: 'bob' })
    await typeName('Bob')
    endSession('/login')
    expect(keysWithPrefix('lodgement-draft')).toEqual(['lodgement-draft:ann'])
  })

  test('but waits for them for a month at most', async () => {
    for (const [owner, days] of [
      ['ann', 29],
      ['carl', 31],
    ] as const)
      save(`lodgement-draft:${owner}`, { answers: {}, savedAt: new Date(Date.now() - days * DAY_MS) })
    signInAs('User', { _id: 'bob' })
    endSession('/login')
    expect(keysWithPrefix('lodgement-draft')).toEqual(['lodgement-draft:ann'])
  })

  test('and isn’t shown to others once their session has expired', async () => {
    signInAs('User', { _id: 'ann' })
    await typeName('Ann')
    endSession()
    expect(shownName()).toBe('')
    signInAs('User', { _id: 'bob' })
    expect(shownName()).toBe('')
    signInAs('User', { _id: 'ann' })
    expect(shownName()).toBe('Ann')
  })

  test('and is neither shown to nor changed by a visitor once their session has expired unnoticed', async () => {
    signInAs('User', { _id: 'ann' })
    await typeName('Ann')
    expireSession()
    expect(shownName()).toBe('')
    await typeName('Bob')
    expect(draftOf('')).toContain('Bob')
    expect(draftOf('ann')).toContain('Ann')
    expect(draftOf('ann')).not.toContain('Bob')
  })

  test('and is still saved by a form that’s open when their session expires', async () => {
    signInAs('User', { _id: 'ann' })
    const { user } = open()
    expireSession()
    await paste(user, field('Full name'), 'Ann')
    await paste(user, field('Full name'), ' Lee')
    expect(field('Full name').value).toBe('Ann Lee')
    expect(draftOf('ann')).toContain('Ann Lee')
    expect(draftOf('')).toBeUndefined()
  })

  test('and a visitor continues with theirs as the user whose session had expired', async () => {
    signInAs('User', { _id: 'ann' })
    expireSession()
    const { user } = open()
    await paste(user, field('Full name'), 'Ann')
    act(() => signInAs('User', { _id: 'ann' }))
    await paste(user, field('Full name'), ' Lee')
    expect(field('Full name').value).toBe('Ann Lee')
    expect(draftOf('')).toBeUndefined()
    expect(draftOf('ann')).toContain('Ann Lee')
  })

  const annsDraft = {
    answers: { incomeYear: '2024-25', fullName: 'Ann', dependents: '2' },
    savedAt: new Date().toISOString(),
  }

  test('and is merged with what they typed after their session had expired', async () => {
    signInAs('User', { _id: 'ann' })
    save('lodgement-draft:ann', annsDraft)
    expireSession()
    await typeName('Ann Lee')
    signInAs('User', { _id: 'ann' })
    const { user } = open()
    await waitFor(() => expect(field('Full name').value).toBe('Ann Lee'))
    expect(field('Number of dependants').value).toBe('2')
    expect(field('Income year').value).toBe('2024-25')
    await paste(user, field('Email'), 'ann@example.com')
    expect(draftOf('ann')).toMatch(/Ann Lee.*"dependents":"2"/)
    expect(draftOf('')).toBeUndefined()
  })

  test('and is merged with what they’re typing when they log in again in another tab', async () => {
    signInAs('User', { _id: 'ann' })
    save('lodgement-draft:ann', annsDraft)
    expireSession()
    const { user } = open({ asksMyGovPassword: true })
    await paste(user, field('Full name'), 'Ann Lee')
    await fillInMyGov(user)
    act(() => signInAs('User', { _id: 'ann' }))
    await paste(user, field('Email'), 'ann@example.com')
    expect(field('Full name').value).toBe('Ann Lee')
    expect(field('myGov password').value).toBe('a secret')
    expect(field('Number of dependants').value).toBe('2')
    expect(field('Income year').value).toBe('2024-25')
    expect(draftOf('ann')).toMatch(/Ann Lee.*ann@example.*"dependents":"2"/)
    expect(draftOf('')).toBeUndefined()
  })

  test('and is still saved once their session has ended', async () => {
    signInAs('User', { _id: 'ann' })
    const { user } = open()
    await paste(user, field('Full name'), 'Ann')
    await waitFor(() => expect(draftOf('ann')).toContain('Ann'))
    endSession()
    await paste(user, field('Full name'), ' Lee')
    window.dispatchEvent(new Event('pagehide'))
    expect(draftOf('ann')).toContain('Ann Lee')
    expect(draftOf('')).toBeUndefined()
  })

  test('and is neither shown nor saved by a form that’s still open after they logged out', async () => {
    signInAs('User', { _id: 'ann' })
    const { user } = open()
    await paste(user, field('Full name'), 'Ann')
    act(() => endSession('/login'))
    expect(field('Full name').value).toBe('')
    window.dispatchEvent(new Event('pagehide'))
    expect(keysWithPrefix('lodgement-draft')).toEqual([])
  })

  test('and a visitor who logs in continues with theirs', async () => {
    await typeName('Ann')
    signInAs('User', { _id: 'ann' })
    const { user, unmount } = open()
    await waitFor(() => expect(field('Full name').value).toBe('Ann'))
    await paste(user, field('Full name'), ' Lee')
    window.dispatchEvent(new Event('pagehide'))
    unmount()
    expect(draftOf('')).toBeUndefined()
    expect(draftOf('ann')).toContain('Ann Lee')
  })
})
