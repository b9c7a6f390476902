import { type Pack, packEndpoints } from '@docketbox/contract/packs/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import PackPage from './page.tsx'

const ready: Pack = {
  _id: '01937000-0000-7000-8000-0000000000a1',
  incomeYear: '2025-26',
  state: 'ready',
  progress: 100,
  formats: [],
  requestedAt: '2026-11-20T01:00:00.000Z',
  takenAt: '2026-11-20T01:00:01.000Z',
  receipts: 1_234,
  files: 1_240,
  checkedFiles: 1_240,
  leftOut: 0,
  sizeBytes: 2_097_152,
  manifestSha256: 'ab'.repeat(32),
}
const listOf = (docs: Pack[]) => ({ docs, page: 1, totalPages: 1, totalDocs: docs.length })
const open = () => {
  signInAs()
  return renderScreen(<PackPage />, { path: '/years/:incomeYear/pack', at: '/years/2025-26/pack' })
}

test('one click makes a pack, shows how far it is and offers it when it’s ready', async () => {
  const building = { ...ready, state: 'building' as const, progress: 42, checkedFiles: 500, sizeBytes: null }
  const lists = [[], [building], [ready]]
  const requested = vi.fn<(body: object) => void>()
  serveFakes(
    fake(packEndpoints.list, () => listOf(lists.length > 1 ? lists.shift()! : lists[0]!)),
    fake(packEndpoints.request, ({ body }) => {
      requested(body)
      return { _id: ready._id }
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Xero' }))
  await user.click(screen.getByRole('button', { name: 'Make tax pack' }))
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('Checking file 500 of 1,240')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Your pack is ready' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download pack (2.00 MB)' })).toBeTruthy()
  // Assets from earlier years have files, but aren't among its receipts.
  expect(screen.getByText(/^1,234 receipts and 1,240 original files, as they were on/)).toBeTruthy()
  expect(requested).toHaveBeenCalledExactlyOnceWith({ formats: ['xero'] })
})

test('past packs can be downloaded, too', async () => {
  const older = { ...ready, _id: '01937000-0000-7000-8000-0000000000a0', leftOut: 0 }
  const downloaded = vi.fn<(id: string) => void>()
  serveFakes(
    fake(packEndpoints.list, () => listOf([{ ...ready, leftOut: 1 }, older])),
    fake(packEndpoints.download, ({ params }) => {
      downloaded(params.packId)
      return new Blob(['zip'])
    }),
  )
  const { user } = open()
  expect(await screen.findByText(/1 file is damaged and not in the pack/)).toBeTruthy()
  const past = within(screen.getByRole('region', { name: 'Past packs' }))
  await user.click(past.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText('Your pack has been downloaded.')).toBeTruthy()
  expect(downloaded).toHaveBeenCalledExactlyOnceWith(older._id)
})

test('a pack that failed can be tried again, and says why it can’t be', async () => {
  serveFakes(
    fake(packEndpoints.list, () => listOf([{ ...ready, state: 'failed', progress: 5 }])),
    fake(packEndpoints.request, () => refuse(commonRefusals.unavailable)),
  )
  const { user } = open()
  expect(await screen.findByText('We couldn’t make this pack')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make a new pack' }))
  expect(await screen.findByText(commonRefusals.unavailable.message)).toBeTruthy()
})
