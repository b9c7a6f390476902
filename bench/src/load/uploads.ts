// Uploads photos and files them, over and over, and tells how many receipts a second came to be.
import { onTask } from './task.ts'
import { openLine } from './line.ts'
import { formOf, photoOf, unique } from './photo.ts'

export type UploadTask = {
  url: string
  token: string
  category: string
  sizeBytes: number
  connections: number
  uploads: number
}
export type UploadResult = { perSecond: number }

onTask(async (task: UploadTask) => {
  const line = openLine(task.url, task.connections)
  const photo = await photoOf(task.sizeBytes)
  const bearer = { authorization: `Bearer ${task.token}` }
  let left = task.uploads

  async function upload(): Promise<void> {
    const { body, contentType } = formOf('docket.jpg', 'image/jpeg', unique(photo))
    const headers = { ...bearer, 'content-type': contentType }
    const draft = await line.ask({ method: 'POST', path: '/api/upload/image', headers, body })
    if (draft.status !== 201) throw new Error(`upload: ${draft.status} ${draft.body.toString()}`)
    const { uri } = JSON.parse(draft.body.toString()) as { uri: string }
    const saved = await line.ask({
      method: 'POST',
      path: '/api/upload',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ category: task.category, file: [{ uri }], description: 'Fuel for the week' }),
    })
    if (saved.status !== 201) throw new Error(`save: ${saved.status} ${saved.body.toString()}`)
  }

  const began = performance.now()
  await Promise.all(
    Array.from({ length: task.connections }, async () => {
      while (left-- > 0) await upload()
    }),
  )
  const seconds = (performance.now() - began) / 1000
  line.close()
  return { perSecond: task.uploads / seconds } satisfies UploadResult
})
