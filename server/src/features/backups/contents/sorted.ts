/** A file as a backup lists it. */
export type Listed = Readonly<{ sha256: string; sizeBytes: number }>

/** Yields the `files` that aren't among `others`. Both are sorted by hash and streamed. */
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
