import { writeFile } from 'node:fs/promises'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'

/** Draws the fake camera's film: two frames of a receipt on a table. */
export async function drawCameraFilm(path: string): Promise<void> {
  // Pure white would be glare.
  const docket = { supplier: 'Shell Coles Express', totalCents: 6_820, paper: '#efede5' }
  const frame = await drawDocket(docket, 'jpeg', { width: 1280, height: 960 })
  await writeFile(path, Buffer.concat([frame, frame]))
}
