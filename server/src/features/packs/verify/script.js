// Runs in verify.html, without a network. It reads the zip itself, a file at a time, so that packs of any size can be
// checked.

const ZIP64 = 0xffffffff
const decoder = new TextDecoder()

/** Reads bytes of the pack. */
async function viewOf(pack, start, length) {
  return new DataView(await pack.slice(start, start + length).arrayBuffer())
}

/** The entries of a zip, from the directory at its end. Throws if there is none. */
async function readDirectory(pack) {
  const tailStart = Math.max(0, pack.size - 65_557)
  const tail = await viewOf(pack, tailStart, pack.size - tailStart)
  let at = tail.byteLength - 22
  // Workbooks are zips and have an end record, too. The pack's is the last one in the file.
  const isEnd = () =>
    tail.getUint32(at, true) === 0x06054b50 && at + 22 + tail.getUint16(at + 20, true) === tail.byteLength
  while (at >= 0 && !isEnd()) at--
  if (at < 0) throw new Error('This file isn’t a complete zip. Download the pack again.')
  let count = tail.getUint16(at + 10, true)
  let size = tail.getUint32(at + 12, true)
  let start = tail.getUint32(at + 16, true)
  const locator = at - 20
  if (locator >= 0 && tail.getUint32(locator, true) === 0x07064b50) {
    const end = await viewOf(pack, Number(tail.getBigUint64(locator + 8, true)), 56)
    count = Number(end.getBigUint64(32, true))
    size = Number(end.getBigUint64(40, true))
    start = Number(end.getBigUint64(48, true))
  }
  const directory = await viewOf(pack, start, size)
  const entries = []
  for (let offset = 0; entries.length < count;) {
    if (directory.getUint32(offset, true) !== 0x02014b50)
      throw new Error('The list of files in this zip is damaged.')
    const entry = readEntry(directory, offset)
    entries.push(entry)
    offset += entry.headerBytes
  }
  return entries
}

function readEntry(directory, offset) {
  const nameBytes = directory.getUint16(offset + 28, true)
  const extraBytes = directory.getUint16(offset + 30, true)
  const commentBytes = directory.getUint16(offset + 32, true)
  const entry = {
    name: decoder.decode(new Uint8Array(directory.buffer, offset + 46, nameBytes)),
    method: directory.getUint16(offset + 10, true),
    packedBytes: directory.getUint32(offset + 20, true),
    sizeBytes: directory.getUint32(offset + 24, true),
    start: directory.getUint32(offset + 42, true),
    headerBytes: 46 + nameBytes + extraBytes + commentBytes,
  }
  const extraStart = offset + 46 + nameBytes
  for (let at = extraStart; at + 4 <= extraStart + extraBytes; at += 4 + directory.getUint16(at + 2, true)) {
    if (directory.getUint16(at, true) !== 1) continue
    let field = at + 4
    for (const key of ['sizeBytes', 'packedBytes', 'start']) {
      if (entry[key] !== ZIP64) continue
      entry[key] = Number(directory.getBigUint64(field, true))
      field += 8
    }
  }
  return entry
}

/** The bytes of an entry, unpacked if it was packed again by another program. */
async function readFile(pack, entry) {
  const header = await viewOf(pack, entry.start, 30)
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) throw new Error('damaged')
  const start = entry.start + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const bytes = pack.slice(start, start + entry.packedBytes)
  if (entry.method === 0) return bytes.arrayBuffer()
  if (entry.method !== 8) throw new Error('unknown compression')
  return new Response(bytes.stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer()
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares a pack with its manifest. Calls `onProgress` with how much of it is done, from 0 to 1. */
async function check(pack, onProgress) {
  const entries = await readDirectory(pack)
  const byName = new Map()
  const problems = []
  for (const entry of entries) {
    if (entry.name.endsWith('/')) continue
    if (byName.has(entry.name)) problems.push(`${entry.name}: in the zip twice`)
    byName.set(entry.name, entry)
  }
  const manifestEntry = byName.get('manifest.json')
  if (!manifestEntry)
    throw new Error('There’s no manifest.json in this zip, so it isn’t a complete tax pack.')
  const manifestBytes = await readFile(pack, manifestEntry)
  const manifest = JSON.parse(decoder.decode(manifestBytes))
  const total = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  let done = 0
  let matching = 0
  for (const { path, bytes, sha256: expected } of manifest.files) {
    onProgress(total === 0 ? 1 : done / total, path)
    const entry = byName.get(path)
    byName.delete(path)
    if (!entry) problems.push(`${path}: missing`)
    else if ((await hashOf(pack, entry)) === expected) matching++
    else problems.push(`${path}: changed`)
    done += bytes
  }
  byName.delete('manifest.json')
  for (const name of byName.keys()) problems.push(`${name}: not in the manifest`)
  return { manifest, problems, matching, fingerprint: await sha256(manifestBytes) }
}

function hashOf(pack, entry) {
  return readFile(pack, entry).then(sha256, () => undefined)
}

const element = (id) => document.getElementById(id)

function show(kind, title, parts) {
  const box = document.createElement('div')
  box.className = `result ${kind}`
  const heading = document.createElement('h2')
  heading.textContent = title
  box.append(heading, ...parts)
  element('result').replaceChildren(box)
}

function text(tag, content, className = '') {
  const node = document.createElement(tag)
  node.textContent = content
  node.className = className
  return node
}

function list(items) {
  const node = document.createElement('ul')
  node.append(...items.map((item) => text('li', item)))
  return node
}

/** As in `28 Nov 2026, 7:26 pm`. */
function dayAndTime(iso) {
  return new Date(iso).toLocaleString('en-AU', { dateStyle: 'medium', timeStyle: 'short' })
}

function showResult({ manifest, problems, matching, fingerprint }) {
  const year = manifest.incomeYear.replace('-', '–')
  const about = [
    text('p', `Tax pack ${year}, made on ${dayAndTime(manifest.takenAt)}`, 'soft'),
    text('p', 'Fingerprint of its manifest (compare it with the one shown with the pack online):', 'soft'),
    text('code', fingerprint),
  ]
  const leftOut = manifest.leftOut.map(({ path }) => path)
  const without =
    leftOut.length > 0
      ? [text('p', 'These were damaged when the pack was made, so they aren’t in it:'), list(leftOut)]
      : []
  if (problems.length === 0) {
    show('good', `All ${matching.toLocaleString('en-AU')} files match`, [
      text('p', 'Nothing has been changed, added or removed since this pack was made.'),
      ...without,
      ...about,
    ])
  } else {
    const count = problems.length === 1 ? '1 problem' : `${problems.length.toLocaleString('en-AU')} problems`
    show('bad', `This pack has been changed: ${count}`, [
      list(problems.slice(0, 200)),
      ...(problems.length > 200 ? [text('p', `And ${problems.length - 200} more.`)] : []),
      text('p', matching === 1 ? '1 file matches.' : `${matching.toLocaleString('en-AU')} files match.`),
      ...without,
      ...about,
    ])
  }
}

let run = 0
async function start(pack) {
  const current = ++run
  element('result').replaceChildren()
  element('working').hidden = false
  try {
    if (!globalThis.crypto?.subtle) throw new Error('This browser can’t check files. Please use a newer one.')
    const result = await check(pack, (part, path) => {
      if (current !== run) throw new Error('replaced')
      element('progress').value = part
      element('status').textContent = `Checking ${path}`
    })
    if (current === run) showResult(result)
  } catch (error) {
    const message = error instanceof SyntaxError ? 'Its manifest.json is damaged.' : error.message
    if (current === run) show('bad', 'We couldn’t check this file', [text('p', message)])
  } finally {
    if (current === run) element('working').hidden = true
  }
}

const drop = element('drop')
element('file').addEventListener('change', ({ target }) => {
  if (target.files[0]) void start(target.files[0])
  target.value = ''
})
for (const type of ['dragover', 'dragleave', 'drop'])
  document.addEventListener(type, (event) => {
    event.preventDefault()
    drop.classList.toggle('over', type === 'dragover')
    if (type === 'drop' && event.dataTransfer.files[0]) void start(event.dataTransfer.files[0])
  })
