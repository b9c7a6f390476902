import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { drawCameraFilm } from './camera.ts'
import { startProduct } from '@docketbox/testing/product/start'

/** One product for the whole run; each journey adds its own people. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = process.env['E2E_FOLDER']!
  buildWhatIsStale()
  await drawCameraFilm(join(folder, 'camera.mjpeg'))
  const product = await startProduct({ DATA_DIR: join(folder, 'data'), TRUST_PROXY: 'true' })
  process.env['E2E_URL'] = product.url
  process.env['E2E_MAIL_URL'] = product.mailUrl
  return async () => {
    await product.stop()
    const failures = product
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line))
    if (failures.length > 0) console.error(`The product logged failures:\n${failures.join('\n')}`)
    await rm(folder, { recursive: true, force: true })
  }
}

function buildWhatIsStale(): void {
  const bootstrap = join(import.meta.dirname, '../../scripts/bootstrap.mjs')
  const { status } = spawnSync(process.execPath, [bootstrap, 'start'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app could not be built.')
}
