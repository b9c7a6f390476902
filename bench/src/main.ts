// Measures the product and prints tables: `npm run bench`, or parts of it: `npm run bench -- listing zip`, or one page:
// `npm run bench -- pages /lodgement`.
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type BenchProduct, startBenchProduct } from './bench-product.ts'
import { type Figure, tableOf } from './figures.ts'
import { measureAdminList } from './scenarios/admin-list.ts'
import { measureBackup } from './scenarios/backup.ts'
import { measureBooks } from './scenarios/payments/books.ts'
import { measureCounter } from './scenarios/counter.ts'
import { measureFinance } from './scenarios/payments/finance.ts'
import { measureFlood } from './scenarios/abuse/flood.ts'
import { measureHostile } from './scenarios/abuse/hostile.ts'
import { measureIncomeYear } from './scenarios/income-year.ts'
import { measureListing } from './scenarios/listing.ts'
import { measureNoisyNeighbour } from './scenarios/abuse/noisy-neighbour.ts'
import { measurePacks } from './scenarios/packs.ts'
import { measurePages } from './scenarios/pages.ts'
import { measurePaymentEvents } from './scenarios/payments/events.ts'
import { measureReading } from './scenarios/reading.ts'
import { measureScrolling } from './scenarios/scrolling.ts'
import { measureSearch } from './scenarios/search.ts'
import { measureSignIn } from './scenarios/sign-in.ts'
import { measureStart } from './scenarios/start.ts'
import { measureUploads } from './scenarios/uploads.ts'
import { measureZip } from './scenarios/zip.ts'

type Scenario = (product: BenchProduct, paths: string[]) => Promise<Figure[]>

/** Each runs on its own product, without data from the others. */
const scenarios: Record<string, Scenario> = {
  listing: measureListing,
  'admin-list': measureAdminList,
  finance: measureFinance,
  books: measureBooks,
  search: measureSearch,
  'noisy-neighbour': measureNoisyNeighbour,
  'income-year': measureIncomeYear,
  uploads: measureUploads,
  zip: measureZip,
  packs: measurePacks,
  backup: measureBackup,
  scrolling: measureScrolling,
  counter: measureCounter,
  reading: measureReading,
  hostile: measureHostile,
  'sign-in': measureSignIn,
  flood: measureFlood,
  'payment-events': measurePaymentEvents,
  pages: measurePages,
  start: measureStart,
}

/** Settings of the product under measurement; reading takes processor time that other scenarios are measured by. */
const settings: Record<string, Record<string, string>> = {
  counter: { READING: 'on' },
  reading: { READING: 'on' },
  hostile: { READING: 'on' },
}

const args = process.argv.slice(2)
const chosen = args.filter((word) => !word.startsWith('/'))
const paths = args.filter((word) => word.startsWith('/'))
const unknown = chosen.filter((name) => !(name in scenarios))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(scenarios).join(', ')}`)

// Measures the current sources, not an older build.
const bootstrap = join(import.meta.dirname, '../../scripts/bootstrap.mjs')
const { status } = spawnSync(process.execPath, [bootstrap, 'start'], { stdio: 'inherit' })
if (status !== 0) throw new Error('The web app could not be built.')

console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model})`)
for (const [name, measure] of Object.entries(scenarios)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`Measuring ${name} ...`)
  const product = await startBenchProduct(settings[name])
  try {
    const figures = await measure(product, paths)
    console.log(`\n${tableOf(figures)}\n`)
    if (figures.some(({ isReached }) => !isReached)) process.exitCode = 1
  } catch (error) {
    // The other parts still have something to say.
    console.error(error)
    process.exitCode = 1
  } finally {
    await product.stop()
  }
}
