import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession } from '#platform/session/session.ts'
import { load, save } from '#platform/storage/local-storage.ts'
import { fake } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { docket, draftFor, photo, startFresh } from '../testing/uploads.ts'
import { newStorageKey, storageKey } from './storage-key.ts'
import { pendingUpload, setDescription } from './store.ts'
import { addFiles } from './transfers.ts'
import { restoreUpload, toStored } from './upload.ts'

function logInAs(user: string): void {
  endSession('/login')
  signInAs('User', { _id: user })
}

test('another user’s first photo doesn’t remove an unfinished upload, nor show it', async () => {
  startFresh()
  addFiles('custom-upload', [docket])
  setDescription('custom-upload', 'Lunch with client X')
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))

  logInAs('u2')
  addFiles('capture', [photo])
  expect(pendingUpload()).toMatchObject({ owner: 'u2', description: '', files: [{ name: photo.name }] })

  logInAs('u1')
  const upload = { description: 'Lunch with client X', files: [{ name: docket.name, state: 'uploaded' }] }
  expect(pendingUpload()).toMatchObject(upload)
  expect(load(storageKey('u1'), restoreUpload)).toMatchObject(upload)
})

test('a file that was still on its way arrives for the user who added it', async () => {
  const { promise, resolve } = Promise.withResolvers<Draft>()
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) => (body.name === docket.name ? promise : draftFor(body))),
  )
  addFiles('custom-upload', [docket])

  logInAs('u2')
  addFiles('custom-upload', [photo])
  resolve(draftFor(docket))
  await waitFor(() => expect(pendingUpload()?.files).toMatchObject([{ name: photo.name, state: 'uploaded' }]))

  logInAs('u1')
  expect(pendingUpload()?.files).toMatchObject([{ name: docket.name, state: 'uploaded' }])
})

test('a tab that’s reloaded without an upload of its own continues with that of a closed one', async () => {
  startFresh()
  addFiles('custom-upload', [docket])
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  const upload = { ...toStored(pendingUpload()!), owner: 'u3' }
  logInAs('u3')
  newStorageKey('u3')
  save('pending-upload:of-closed-tab', upload)
  expect(pendingUpload()).toBeUndefined()
  await waitFor(() => expect(pendingUpload()).toMatchObject({ owner: 'u3', files: [{ name: docket.name }] }))
})
