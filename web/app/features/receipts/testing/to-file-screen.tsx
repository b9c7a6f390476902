import type { Draft } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { clearPending } from '../pending/store.ts'
import ToFilePage from '../to-file/page.tsx'
import { server } from './waiting-drafts.ts'

/** Logs in with nothing pending from an earlier test. */
export function beginToFile(): void {
  signInAs()
  clearPending()
}

export const openToFile = () => renderScreen(<ToFilePage />, { path: '/to-file' })

export const rowOf = (name: string) => screen.findByRole('row', { name })

export const rowIsGone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('row', { name })).toBeNull())

/** Waits until the server has what was typed. Otherwise it would be sent to the server of the next test. */
export const isKept = ({ uri }: Draft, edit: object) =>
  waitFor(() => expect(server.waiting.find((draft) => draft.uri === uri)?.edit).toMatchObject(edit))
