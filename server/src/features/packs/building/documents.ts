import { Readable } from 'node:stream'
import { incomeYearLabel, sydneyDay } from '@docketbox/contract'
import { accountingParts, describeAccounting } from '../contents/accounting.ts'
import { type ManifestFile, manifestJson } from '../contents/manifest.ts'
import { receiptsCsv } from '../contents/receipts-csv.ts'
import type { PackRow } from '../contents/row.ts'
import { summaryPdf } from '../contents/summary.ts'
import { receiptsWorkbook } from '../contents/workbook.ts'
import { findSnapshot, type PackKey, type StoredPack } from '../store.ts'
import { verifyPage } from '../verify/page.ts'
import type { BuildDeps } from './build.ts'
import { type Document, readOriginals, readRows } from './files-store.ts'
import { finishPack } from './finish.ts'

/** Far more than a list of all receipts anyone has. */
const LIMIT_BYTES = 1024 ** 3

/** Writes the lists, the summary and the manifest, and declares the pack ready. */
export async function writeDocuments(deps: BuildDeps, key: PackKey, signal: AbortSignal): Promise<void> {
  const stored = await findSnapshot(deps.db, key)
  if (!stored) return
  const { pack, snapshot } = stored
  const leftOut = await listLeftOut(deps, key, pack)
  const documents: Document[] = []
  const receive = (bytes: Readable) => deps.files.receive(bytes, { limitBytes: LIMIT_BYTES })
  const add = async (path: string, bytes: Readable) => {
    signal.throwIfAborted()
    documents.push({ path, received: await receive(bytes) })
  }
  const missing = new Set(leftOut.map(({ path }) => path))
  const rows = () => withoutFiles(readRows(deps.db, key), missing)
  const earlierAssets = () => withoutFiles(readRows(deps.db, key, { areEarlierAssets: true }), missing)
  const product = deps.config.PRODUCT_NAME

  const accounting = pack.formats.length > 0 ? await describeAccounting(pack.formats, rows()) : undefined
  const { value: firstAssets } = await earlierAssets().next()
  const summary = { product, snapshot, leftOut: [...missing], accounting, earlierAssets: firstAssets ?? [] }
  await add('summary.pdf', streamOf([await summaryPdf(deps, summary)]))
  await add('receipts.csv', streamOf(receiptsCsv(rows(), snapshot.incomeYear)))
  await add('receipts.xlsx', streamOf(receiptsWorkbook(rows, earlierAssets, snapshot)))
  const buyer = { isGstRegistered: snapshot.taxProfile?.isGstRegistered ?? null }
  for (const format of pack.formats)
    for await (const { path, text } of accountingParts(format, rows(), buyer))
      await add(path, streamOf([text]))
  await add('verify.html', streamOf([await verifyPage()]))

  const manifest = (hasOriginals: boolean) => {
    const listed = documents.map(manifestFile)
    const files = hasOriginals ? withDocuments(listed, readOriginals(deps.db, key)) : [listed]
    const facts = { product, incomeYear: incomeYearLabel(pack.incomeYear), takenAt: snapshot.takenAt }
    return receive(streamOf(manifestJson({ ...facts, files, leftOut, hasOriginals })))
  }
  await finishPack(deps, key, {
    documents,
    manifests: { whole: await manifest(true), reduced: await manifest(false) },
    day: sydneyDay(new Date(snapshot.takenAt)),
  })
}

function streamOf(parts: AsyncIterable<string | Buffer> | Iterable<string | Buffer>): Readable {
  return Readable.from(parts, { objectMode: false })
}

function manifestFile({ path, received: { sha256, sizeBytes } }: Document): ManifestFile {
  return { path, sha256, sizeBytes }
}

async function* withDocuments(
  documents: readonly ManifestFile[],
  originals: ReturnType<typeof readOriginals>,
): AsyncGenerator<readonly ManifestFile[]> {
  yield documents
  for await (const batch of originals) yield batch.filter(({ isDamaged }) => !isDamaged)
}

async function listLeftOut(
  { db }: BuildDeps,
  key: PackKey,
  { leftOut }: StoredPack,
): Promise<ManifestFile[]> {
  const damaged: ManifestFile[] = []
  if (leftOut === 0) return damaged
  for await (const batch of readOriginals(db, key))
    damaged.push(...batch.filter(({ isDamaged }) => isDamaged))
  return damaged
}

async function* withoutFiles(
  rows: AsyncIterable<PackRow[]>,
  paths: ReadonlySet<string>,
): AsyncGenerator<PackRow[]> {
  for await (const batch of rows)
    yield paths.size === 0
      ? batch
      : batch.map((row) => ({ ...row, files: row.files.filter(({ path }) => !paths.has(path)) }))
}
