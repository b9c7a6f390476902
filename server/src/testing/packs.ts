import { setTimeout as wait } from 'node:timers/promises'
import { api, type Pack, type PackFormat } from '@docketbox/contract'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { unzip } from '@docketbox/testing/files/unzip'
import type { Person, TestServer } from './harness.ts'

/** Requests a pack and waits until it's ready. */
export async function makePack(
  server: Pick<TestServer, 'call'>,
  person: Person,
  incomeYear: string,
  formats: PackFormat[] = [],
): Promise<Pack> {
  const params = { incomeYear }
  const { status, body } = await server.call(api.packs.request, { params, body: { formats } }, person)
  if (status !== 202) throw new Error(JSON.stringify(body))
  for (;;) {
    const pack = (await server.call(api.packs.show, { params: { packId: body._id } }, person)).body
    if (pack.state === 'ready') return pack
    if (pack.state === 'failed') throw new Error('The pack failed.')
    await wait(20)
  }
}

/** Downloads a pack. @returns its files by path. */
export async function openPack(
  server: Pick<TestServer, 'call'>,
  person: Person,
  { _id }: Pick<Pack, '_id'>,
): Promise<Map<string, Buffer>> {
  const { status, body } = await server.call(api.packs.download, { params: { packId: _id } }, person)
  if (status !== 200) throw new Error(`${status}`)
  return new Map((await unzip(body)).map((entry) => [entry.name, entry.body]))
}

/** The text of a PDF, read by another library than the one that wrote it. */
export async function pdfText(bytes: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  })
  return (await Promise.all(pages)).join('\n')
}

/** Parses a CSV without quoted line breaks into rows by column name. */
export function linesOf(csv: Buffer): Record<string, string>[] {
  const [head, ...lines] = csv.toString().replace('\uFEFF', '').trimEnd().split('\r\n')
  const cellsOf = (line: string) =>
    [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
    )
  const names = cellsOf(head!)
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [names[index]!, cell])))
}
