import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endSession } from '#platform/session/session.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { keysWithPrefix } from '#platform/storage/local-storage.ts'
import { fake, refuse } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { draftOf } from '../testing/drafts.ts'
import { beginToFile, openToFile, rowOf } from '../testing/to-file-screen.tsx'
import { ampol, server, serveDrafts, taxi, unread } from '../testing/waiting-drafts.ts'
import { openInput } from './input.ts'

beforeEach(beginToFile)

const many = Array.from({ length: 201 }, (_, n) => ({ ...ampol, uri: draftOf(1000 + n).uri }))

test('files all receipts we’re sure about, on all pages, in requests of 200', async () => {
  serveDrafts(many)
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'File the 201 we’re sure about' }))
  await screen.findByText('201 receipts filed.')
  expect(server.filed.map(({ length }) => length)).toEqual([200, 1])
})

test('uploads that were taken back are listed, even if others can’t be', async () => {
  const last = many.slice(-1)
  serveDrafts(
    [unread, ...many],
    fake(receiptEndpoints.unfile, ({ body }) => {
      if (body.receipts.length > 1) return refuse(receiptRefusals.cannotUnfile)
      server.waiting = [unread, ...last]
      return { drafts: last }
    }),
  )
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'File the 201 we’re sure about' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText(receiptRefusals.cannotUnfile.message)
  expect(await rowOf('Ampol')).toBeTruthy()
})

test('what was corrected is still there after leaving the screen', async () => {
  serveDrafts([taxi])
  const { user, unmount } = openToFile()
  await rowOf('Harbour Taxi')
  await user.type(screen.getByLabelText('Description, Harbour Taxi'), 'To the airport')
  await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ description: 'To the airport' }))
  await user.type(screen.getByLabelText('Total, Harbour Taxi'), '0')
  unmount()
  await waitFor(() =>
    expect(server.waiting[0]?.edit).toEqual({ description: 'To the airport', total: '24.000' }),
  )
  openToFile()
  await rowOf('Harbour Taxi')
  expect(screen.getByLabelText<HTMLInputElement>('Total, Harbour Taxi').value).toBe('24.000')
  expect(screen.getByLabelText<HTMLInputElement>('Description, Harbour Taxi').value).toBe('To the airport')
})

test('text pasted as the total doesn’t keep the rest of the row from being saved', async () => {
  serveDrafts([taxi])
  const { user } = openToFile()
  await rowOf('Harbour Taxi')
  const text = 'Total for the trip to the airport and back: $24.50'
  await user.clear(screen.getByLabelText('Total, Harbour Taxi'))
  await user.click(screen.getByLabelText('Total, Harbour Taxi'))
  await user.paste(text)
  await user.type(screen.getByLabelText('Description, Harbour Taxi'), 'To the airport')
  await waitFor(() =>
    expect(server.waiting[0]?.edit).toEqual({ total: text.slice(0, 40), description: 'To the airport' }),
  )
})

test('what the server failed to save is still there after a reload, and is saved then', async () => {
  const fail = vi.fn<() => void>()
  serveDrafts(
    [taxi],
    fake(receiptEndpoints.editDraft, () => {
      fail()
      return refuse(commonRefusals.unexpected)
    }),
  )
  const { user, unmount } = openToFile()
  await rowOf('Harbour Taxi')
  await user.type(screen.getByLabelText('Description, Harbour Taxi'), 'To the airport')
  await waitFor(() => expect(fail).toHaveBeenCalledOnce())
  unmount()
  await waitFor(() => expect(fail).toHaveBeenCalledTimes(2))
  serveDrafts([taxi])
  openToFile()
  await rowOf('Harbour Taxi')
  expect(screen.getByLabelText<HTMLInputElement>('Description, Harbour Taxi').value).toBe('To the airport')
  await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ description: 'To the airport' }))
})

describe('a page that closes before its input is saved', () => {
  /** Types a total and reloads before the server responds. */
  async function typeAndReload() {
    serveDrafts(
      [taxi],
      fake(receiptEndpoints.editDraft, () => new Promise<never>(() => undefined)),
    )
    const { user, unmount } = openToFile()
    await rowOf('Harbour Taxi')
    const total = screen.getByLabelText('Total, Harbour Taxi')
    await user.clear(total)
    await user.type(total, '25.10')
    window.dispatchEvent(new Event('pagehide'))
    unmount()
  }
  const shownTotal = () => screen.getByLabelText<HTMLInputElement>('Total, Harbour Taxi').value

  test.each(['a reload', 'the phone ended the app'])('shows it after %s, and saves it', async (event) => {
    await typeAndReload()
    if (event !== 'a reload') sessionStorage.clear()
    serveDrafts([taxi])
    openToFile()
    await rowOf('Harbour Taxi')
    expect(shownTotal()).toBe('25.10')
    await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ total: '25.10' }))
    await waitFor(() => expect(keysWithPrefix('unsaved:to-file')).toEqual([]))
  })

  test('never sends it as another user who has logged in meanwhile', async () => {
    const sentAs = vi.fn<(user: string) => void>()
    const edits = fake(receiptEndpoints.editDraft, ({ body }) => {
      const { known: _, ...edit } = body
      sentAs(storedUserId())
      return { edit }
    })
    serveDrafts([taxi], edits)
    const { user, unmount } = openToFile()
    await rowOf('Harbour Taxi')
    await user.type(screen.getByLabelText('Description, Harbour Taxi'), 'To the airport')
    endSession()
    signInAs('User', { _id: 'u2' })
    unmount()
    signInAs()
    openToFile()
    await waitFor(() => expect(sentAs).toHaveBeenCalledWith('u1'))
    expect(sentAs).not.toHaveBeenCalledWith('u2')
  })

  test('keeps what’s typed after coming back to the screen, however late an earlier response is', async () => {
    const { promise, resolve } = Promise.withResolvers<{ edit: DraftEdit }>()
    const isLate = fake(receiptEndpoints.editDraft, () => promise)
    serveDrafts([taxi], isLate)
    const [earlier, edit] = [openInput(), { description: 'To the' }]
    earlier.type(taxi.uri, edit, {})
    const saving = earlier.save(taxi.uri)
    openInput().type(taxi.uri, { description: 'To the airport' }, edit)
    resolve({ edit })
    await saving
    expect(openInput().get()[taxi.uri]?.description?.value).toBe('To the airport')
  })

  test('never overwrites changes from another device, unless the user says so', async () => {
    await typeAndReload()
    serveDrafts([{ ...taxi, edit: { total: '26' } }])
    const { user } = openToFile()
    const newer = await rowOf('Harbour Taxi')
    expect(shownTotal()).toBe('26')
    expect((await within(newer).findByRole('alert')).textContent).toContain('total: 25.10')
    await user.click(screen.getByRole('button', { name: 'Use what I entered here' }))
    expect(shownTotal()).toBe('25.10')
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ total: '25.10' }))
  })

  test.each([
    { when: 'they log out', to: '/login' },
    { when: 'their session ends', to: undefined },
  ])('keeps it for its user only when $when', async ({ to }) => {
    await typeAndReload()
    endSession(to)
    signInAs('User', { _id: 'u2' })
    serveDrafts([taxi])
    const { user, unmount } = openToFile()
    await waitFor(() => expect(shownTotal()).toBe('24.00'))
    await user.type(screen.getByLabelText('Description, Harbour Taxi'), 'Theirs')
    await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ description: 'Theirs' }))
    unmount()
    endSession('/login')
    signInAs()
    serveDrafts([taxi])
    openToFile()
    await rowOf('Harbour Taxi')
    expect(shownTotal()).toBe('25.10')
    await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ total: '25.10' }))
  })
})

test('takes files that are pasted or dropped', async () => {
  serveDrafts(
    [],
    fake(receiptEndpoints.rules, () => ({ maxBytes: 20_000_000, maxFiles: 20, types: ['image/png'] })),
    fake(receiptEndpoints.uploadFile, ({ body }) => {
      const added = { ...unread, uri: draftOf(6 + server.waiting.length).uri, title: body.name }
      server.waiting = [...server.waiting, added]
      return added
    }),
  )
  openToFile()
  await screen.findByText('Nothing to file.')
  const image = (name: string) => new File(['picture'], name, { type: 'image/png' })
  fireEvent.paste(document, { clipboardData: { files: [image('pasted.png')] } })
  await rowOf('pasted.png')
  fireEvent.drop(screen.getByRole('heading', { name: 'To file' }), {
    dataTransfer: {
      types: ['Files'],
      items: [{ kind: 'file', getAsFile: () => image('dropped.png') }],
    },
  })
  await rowOf('dropped.png')
  expect(await rowOf('pasted.png')).toBeTruthy()
})
