export type ManifestFile = Readonly<{ path: string; sizeBytes: number; sha256: Buffer }>
type Manifest = Readonly<{
  product: string
  incomeYear: string
  takenAt: string
  files: AsyncIterable<readonly ManifestFile[]> | Iterable<readonly ManifestFile[]>
  leftOut: readonly ManifestFile[]
  hasOriginals: boolean
}>

/** `manifest.json`: every other file of a pack with its SHA-256, a line each, so that two can be compared. */
export async function* manifestJson({
  product,
  incomeYear,
  takenAt,
  files,
  leftOut,
  hasOriginals,
}: Manifest): AsyncGenerator<string> {
  const head = { format: 'docketbox-pack-1', product, incomeYear, takenAt, hasOriginals }
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "files": [`
  let separator = '\n'
  for await (const batch of files) {
    const lines = batch.map((file) => `    ${JSON.stringify(entryOf(file))}`)
    if (lines.length === 0) continue
    yield separator + lines.join(',\n')
    separator = ',\n'
  }
  const missing = leftOut.map((file) => `    ${JSON.stringify(entryOf(file))}`)
  yield `\n  ],\n  "leftOut": [${missing.length > 0 ? `\n${missing.join(',\n')}\n  ` : ''}]\n}\n`
}

function entryOf({ path, sizeBytes, sha256 }: ManifestFile) {
  return { path, bytes: sizeBytes, sha256: sha256.toString('hex') }
}
