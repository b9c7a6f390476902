import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { beginToFile, openToFile, rowIsGone, rowOf } from '../testing/to-file-screen.tsx'
import { ampol, serveDrafts, taxi } from '../testing/waiting-drafts.ts'

test('a discarded upload can be restored once its toast is gone', async () => {
  beginToFile()
  serveDrafts([ampol, taxi])
  const { user } = openToFile()
  await user.click(await screen.findByRole('button', { name: 'Discard Ampol' }))
  await rowIsGone('Ampol')
  await user.click(await screen.findByText('Recently discarded (1)'))
  const restore = await screen.findByRole('button', { name: 'Restore Ampol' })
  expect(within(restore.closest('li')!).getByText('$56.85')).toBeTruthy()
  await user.click(restore)
  await rowOf('Ampol')
  expect(await screen.findByText('Upload restored.')).toBeTruthy()
  expect(screen.queryByText(/^Recently discarded/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Discard Ampol' }))
  const list = (await screen.findByText('Recently discarded (1)')).closest('details')!
  expect(list.open).toBe(false)
})
