import { writeFile } from 'node:fs/promises'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'

/** Draws the fake camera's film: two frames of a receipt on a table. */
export async function drawCameraFilm(path: string): Promise<void> {
  const frame = await drawDocket({ supplier: 'Shell Coles Express', totalCents: 6_820 }, 'jpeg', {
    width: 1280,
    height: 960,
  })
  await writeFile(path, Buffer.concat([frame, frame]))
}
