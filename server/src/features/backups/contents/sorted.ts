/** A file as a backup lists it. */
export type Listed = Readonly<{ sha256: string; sizeBytes: number }>

/** Those of `files` that aren't among `others`; both in the order of their hashes, read once and never held. */
export async function* without<F extends { sha256: string }>(
  files: AsyncIterable<F>,
  others: AsyncIterable<{ sha256: string }>,
): AsyncGenerator<F> {
  const rest = others[Symbol.asyncIterator]()
  try {
    let other = await rest.next()
    for await (const file of files) {
      while (!other.done && other.value.sha256 < file.sha256) other = await rest.next()
      if (other.done || other.value.sha256 !== file.sha256) yield file
    }
  } finally {
    await rest.return?.()
  }
}
