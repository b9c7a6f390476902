import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beginToFile, openToFile, rowOf } from '../testing/to-file-screen.tsx'
import { server, serveDrafts, taxi } from '../testing/waiting-drafts.ts'

beforeEach(beginToFile)

describe('a page that stays open while another device changes the same upload', () => {
  const shownTotal = () => screen.getByLabelText<HTMLInputElement>('Total, Harbour Taxi').value
  /** Types a total that can't be saved yet, and changes the upload elsewhere. */
  async function typeOffline(elsewhere: DraftEdit) {
    let isOffline = true
    const respond = vi.fn<() => void>()
    serveDrafts([taxi])
    const online = globalThis.fetch
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (init.method !== 'PATCH' || !isOffline) return online(address, init)
      respond()
      return Promise.reject(new TypeError('Failed to fetch'))
    })
    const { user } = openToFile()
    await rowOf('Harbour Taxi')
    await user.type(screen.getByLabelText('Total, Harbour Taxi'), '9')
    await waitFor(() => expect(respond).toHaveBeenCalled())
    server.waiting = [{ ...taxi, edit: elsewhere }]
    isOffline = false
    window.dispatchEvent(new Event('pagehide'))
    return user
  }

  test('shows the newer change and keeps its own until the user decides', async () => {
    const user = await typeOffline({ total: '26' })
    expect((await screen.findByRole('alert')).textContent).toContain('total: 24.009')
    expect(shownTotal()).toBe('26')
    expect(server.waiting[0]?.edit).toEqual({ total: '26' })
    await user.click(screen.getByRole('button', { name: 'Keep the other device’s version' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(shownTotal()).toBe('26')
    expect(server.waiting[0]?.edit).toEqual({ total: '26' })
  })

  test('saves changes of different fields of both', async () => {
    await typeOffline({ description: 'To the airport' })
    const both = { description: 'To the airport', total: '24.009' }
    await waitFor(() => expect(server.waiting[0]?.edit).toEqual(both))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await screen.findByDisplayValue('To the airport')).toBeTruthy()
  })
})
