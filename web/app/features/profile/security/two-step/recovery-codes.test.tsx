import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LeaveGuard } from '#ui/overlay/discard-changes.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

test('leaving new recovery codes asks whether they’re saved', async () => {
  signInAs('User')
  const page = (
    <LeaveGuard>
      <RecoveryCodes codes={['aaaaa-bbbbb']} areOthersLoggedOut={false} onDone={() => undefined} />
    </LeaveGuard>
  )
  const { user, router } = renderScreen(page, { path: '/profile/security' })
  const leave = () => act(() => router.navigate('/dashboard'))
  await leave()
  await screen.findByRole('alertdialog', { name: 'Have you saved your recovery codes?' })
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByText('aaaaa-bbbbb')).toBeTruthy()
  await leave()
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
})
