import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { remove, save, load } from '#platform/storage/local-storage.ts'
import { answer, field, fillInMyGov, fillInPerson, open, question, paste } from '../testing/form.tsx'

// Filling in thirty fields is slow in jsdom.
vi.setConfig({ testTimeout: 20_000 })

describe('the draft on this device', () => {
  const draft = () => load('lodgement-draft:', (stored) => JSON.stringify(stored)) ?? ''

  test('restores everything after a reload except the myGov fields', async () => {
    const first = open({ asksMyGovPassword: true })
    await fillInPerson(first.user)
    await fillInMyGov(first.user)
    await answer(first.user, /Did you have a spouse/, 'Yes')
    await paste(first.user, field('Annual income'), '1234567')
    await waitFor(() => expect(draft()).toContain('123456700'))
    expect(draft()).not.toMatch(/secret|myGov/)
    first.unmount()

    const { user } = open({ asksMyGovPassword: true })
    expect(await screen.findByText(/Welcome back/)).toBeTruthy()
    expect(field('Full name').value).toBe('Ann Lee')
    expect(field('Annual income').value).toBe('1,234,567.00')
    await user.click(field('Full name'))
    expect((await screen.findByLabelText<HTMLInputElement>('myGov password')).value).toBe('')
    expect(
      question(/Did you have a spouse/).getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked,
    ).toBe(true)

    await user.click(screen.getByRole('button', { name: 'Clear the form' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear the form' }),
    )
    await waitFor(() => expect(field('Full name').value).toBe(''))
    expect(screen.queryByLabelText('Annual income')).toBeNull()
    expect(draft()).toBe('')
  })

  test('restores an amount that isn’t clear as it was typed, with its problem', async () => {
    const first = open()
    await answer(first.user, /Did you have a spouse/, 'Yes')
    await paste(first.user, field('Annual income'), '$1,2')
    await waitFor(() => expect(draft()).toContain('$1,2'))
    first.unmount()

    open()
    await waitFor(() => expect(field('Annual income').value).toBe('$1,2'))
    expect(
      await screen.findByText('Please enter your spouse’s annual income in dollars, such as 1,234.50.'),
    ).toBeTruthy()
  })

  const damaged = { fullName: 7, email: 'ann@example.com', logBookDetails: 'x' }

  test('survives damaged parts, and is deleted after a month', async () => {
    save('lodgement-draft:', { answers: damaged, savedAt: '2026-01-01T00:00:00.000Z' })
    open().unmount()
    expect(draft()).toBe('')
    save('lodgement-draft:', { answers: damaged, savedAt: new Date().toISOString() })
    open()
    await waitFor(() => expect(field('Email').value).toBe('ann@example.com'))
    expect(field('Full name').value).toBe('')
  })

  test('is saved at once, even if another page is opened right afterwards', async () => {
    const { user, unmount } = open()
    await paste(user, field('Full name'), 'Ann')
    unmount()
    expect(draft()).toContain('Ann')
  })

  test('is followed by other tabs, so that none replaces it with what it showed before', async () => {
    const { user } = open({ asksMyGovPassword: true })
    await paste(user, field('Full name'), 'Ann')
    await fillInMyGov(user)
    const { answers } = JSON.parse(draft()) as { answers: object }
    const key = 'lodgement-draft:'
    const savedAt = new Date(Date.now() - 60_000).toISOString()
    save(key, { answers: { ...answers, dependents: '2' }, savedAt })
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: draft() })))
    expect(field('Number of dependants').value).toBe('2')
    expect(field('myGov password').value).toBe('a secret')
    // This tab doesn't save it again.
    expect(draft()).toContain(savedAt)
    await paste(user, field('Email'), 'ann@example.com')
    expect(JSON.parse(draft())).toMatchObject({
      answers: { fullName: 'Ann', dependents: '2', email: 'ann@example.com' },
    })
  })

  test('is never overwritten before it’s restored, even if the user leaves early', async () => {
    const answers = { fullName: 'Ann', incomeYear: '2025-26' }
    save('lodgement-draft:', { answers, savedAt: new Date().toISOString() })
    const keptDrafts: string[] = []
    const listen = window.addEventListener.bind(window)
    vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener) => {
      listen(type, listener)
      if (type !== 'pagehide') return
      window.dispatchEvent(new Event('pagehide'))
      keptDrafts.push(draft())
    })
    open()
    await waitFor(() => expect(field('Full name').value).toBe('Ann'))
    vi.mocked(window.addEventListener).mockRestore()
    expect(keptDrafts).not.toEqual([])
    for (const kept of keptDrafts) expect(kept).toContain('Ann')
  })

  test('stays as it was when the device has no room for the next one', async () => {
    const { user } = open()
    await paste(user, field('Full name'), 'Ann')
    await waitFor(() => expect(draft()).toContain('Ann'))
    const isFull = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    await paste(user, field('Full name'), ' Lee')
    window.dispatchEvent(new Event('pagehide'))
    expect(isFull).toHaveBeenCalled()
    isFull.mockRestore()
    expect(draft()).toContain('Ann')
  })

  test('isn’t restored by a tab that closes after another one submitted or cleared it', async () => {
    const { user } = open()
    await paste(user, field('Full name'), 'Ann')
    await waitFor(() => expect(draft()).toContain('Ann'))
    remove('lodgement-draft:')
    window.dispatchEvent(new Event('pagehide'))
    expect(draft()).toBe('')
  })
})
