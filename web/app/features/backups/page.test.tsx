import { backupEndpoints, type BackupStatus } from '@docketbox/contract/backups/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import BackupsPage from './page.tsx'

const complete = {
  _id: '01937000-0000-7000-8000-000000000001',
  startedAt: '2026-11-21T14:10:00.000Z',
  finishedAt: '2026-11-21T14:12:00.000Z',
  files: 12_345,
  bytes: 10_737_418_240,
  unreadable: 0,
}
const failed = {
  ...complete,
  _id: '01937000-0000-7000-8000-000000000002',
  finishedAt: null,
  files: null,
  bytes: null,
  unreadable: null,
}
const damaged = { ...complete, _id: '01937000-0000-7000-8000-000000000003', unreadable: 2 }

function open(status: Partial<BackupStatus>) {
  signInAs('Admin')
  serveFakes(
    fake(backupEndpoints.status, () => ({ isEnabled: true, isOverdue: false, backups: [], ...status })),
  )
  renderScreen(<BackupsPage />)
}

test('the table says what each backup has, and which didn’t finish', async () => {
  open({ backups: [failed, complete, damaged] })
  expect(await screen.findByText(/^Last backup: /)).toBeTruthy()
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  const texts = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(texts).toEqual([
    ['Incomplete', '—', '—'],
    ['Complete', '12,345', '10 GB'],
    ['2 damaged', '12,345', '10 GB'],
  ])
})

test.each([
  [{ isEnabled: false }, /^Nightly backups are off/],
  [{ isOverdue: true, backups: [complete] }, /no complete backup for two days/],
  [{ isOverdue: true, backups: [failed] }, /no complete backup for two days/],
  [{ backups: [failed] }, /no complete backup yet/],
  [{}, /first backup runs tonight/],
])('%o is explained', async (status, text) => {
  open(status)
  expect(await screen.findByText(text)).toBeTruthy()
})
