// Uploads and files photos repeatedly, and reports receipts per second.
import { onTask } from './task.ts'
import { formOf, makeUnique, photoOf } from './photo.ts'
import { openPoster } from './poster.ts'

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
  const photo = await photoOf(task.sizeBytes)
  let left = task.uploads

  async function uploadInTurn(): Promise<void> {
    const poster = openPoster(task.url)
    const bearer = `Authorization: Bearer ${task.token}`
    const { body, start, contentType } = formOf('docket.jpg', 'image/jpeg', photo)
    while (left-- > 0) {
      makeUnique(body, start)
      const draft = await poster.post('/api/upload/image', body, [bearer, `Content-Type: ${contentType}`])
      if (draft.status !== 201) throw new Error(`upload: ${draft.status} ${draft.body}`)
      const { uri } = JSON.parse(draft.body) as { uri: string }
      const receipt = { category: task.category, file: [{ uri }], description: 'Fuel for the week' }
      const saved = await poster.post('/api/upload', JSON.stringify(receipt), [bearer])
      if (saved.status !== 201) throw new Error(`save: ${saved.status} ${saved.body}`)
    }
    poster.close()
  }

  const began = performance.now()
  await Promise.all(Array.from({ length: task.connections }, uploadInTurn))
  const seconds = (performance.now() - began) / 1000
  return { perSecond: task.uploads / seconds } satisfies UploadResult
})
