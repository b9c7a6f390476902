import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addSuperAdmin } from '@docketbox/testing/people/administrators'
import { type Product, startProduct } from '@docketbox/testing/product/start'
import { startProductWithDatabase } from '@docketbox/testing/product/with-database'
import { drawCameraFilm } from './camera.ts'
import type { SecondProduct } from './second-product.ts'

/** Starts one product for almost all journeys, which each add their own people, and a second one. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = process.env['E2E_FOLDER']!
  buildWhatIsStale()
  const [product, second] = await Promise.all([
    startFirstProduct(join(folder, 'data')),
    startProductWithDatabase({ READING: 'on' }),
    drawCameraFilm(join(folder, 'camera.mjpeg')),
  ])
  const { url, mailUrl, databaseUrl, pid } = second
  const paymentsUrl = /^Payments .*: (http:\S+)/m.exec(second.output())![1]!
  process.env['E2E_SECOND_PRODUCT'] = JSON.stringify({
    url,
    mailUrl,
    databaseUrl,
    pid,
    paymentsUrl,
  } satisfies SecondProduct)
  return async () => {
    await Promise.all([product.stop(), second.stop()])
    for (const one of [product, second]) reportFailures(one)
    await rm(folder, { recursive: true, force: true })
  }
}

async function startFirstProduct(dataDir: string): Promise<Product> {
  const product = await startProduct({ DATA_DIR: dataDir, TRUST_PROXY: 'true' })
  process.env['E2E_URL'] = product.url
  process.env['E2E_MAIL_URL'] = product.mailUrl
  process.env['E2E_SUPER_ADMIN'] = JSON.stringify(await addSuperAdmin(product.url, dataDir))
  return product
}

function reportFailures({ output }: Product): void {
  const failures = output()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))
  if (failures.length > 0) console.error(`The product logged failures:\n${failures.join('\n')}`)
}

function buildWhatIsStale(): void {
  const bootstrap = join(import.meta.dirname, '../../scripts/bootstrap.mjs')
  const { status } = spawnSync(process.execPath, [bootstrap, 'start'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app could not be built.')
}
