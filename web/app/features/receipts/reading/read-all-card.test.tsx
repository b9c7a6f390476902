import type { ReadingProgress } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { readingProgress } from '../queries.ts'
import { ReadAllCard } from './read-all-card.tsx'

let progress: ReadingProgress
const idle: ReadingProgress = { isOn: true, waiting: 0, done: 1, failed: 0, unread: 0 }

/** Says when the card knows the progress. */
function Loaded() {
  return useQuery(readingProgress).data && <p>Loaded</p>
}

function open(start: ReadingProgress, props: { isOptional?: boolean } = {}) {
  signInAs('User')
  progress = start
  serveFakes(
    fake(receiptEndpoints.readingProgress, () => progress),
    fake(receiptEndpoints.stopReading, () => (progress = { ...progress, waiting: 0, unread: 2 })),
    fake(receiptEndpoints.readAll, () => (progress = { ...progress, waiting: progress.unread, unread: 0 })),
  )
  return renderScreen(
    <>
      <Loaded />
      <ReadAllCard {...props} />
    </>,
  )
}

test('reads everything that is unread, with progress', async () => {
  const { user } = open({ ...idle, unread: 3 })
  await user.click(await screen.findByRole('button', { name: 'Read 3 files' }))
  const bar = await screen.findByRole('progressbar', { name: 'Reading your receipts' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('1 of 4')).toBeTruthy()
  progress = { ...idle, done: 4 }
  expect(await screen.findByText('All your receipts have been read.')).toBeTruthy()
})

test('shows progress that began earlier', async () => {
  open({ ...idle, waiting: 1 })
  expect(await screen.findByText('1 of 2')).toBeTruthy()
})

test('can be stopped, and continued', async () => {
  const { user } = open({ ...idle, waiting: 2 })
  await user.click(await screen.findByRole('button', { name: 'Stop reading' }))
  await user.click(await screen.findByRole('button', { name: 'Read 2 files' }))
  expect(await screen.findByRole('progressbar')).toBeTruthy()
})

test.each([
  ['nothing is unread', idle, 'All your receipts have been read.'],
  [
    'reading is off',
    { ...idle, isOn: false, unread: 3 },
    'We can’t read receipts at the moment. Please try again later.',
  ],
])('says when %s, or is hidden where it’s optional', async (_, start, text) => {
  const { unmount } = open(start)
  expect(await screen.findByText(text)).toBeTruthy()
  unmount()
  open(start, { isOptional: true })
  await screen.findByText('Loaded')
  expect(screen.queryByRole('heading')).toBeNull()
})
