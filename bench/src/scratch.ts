import { readFileSync, readdirSync } from 'node:fs'
import { startBenchProduct } from './bench-product.ts'
import { seedReceipts } from './seed-receipts.ts'
const product = await startBenchProduct({ NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/receipts-scratch' })
const person = await product.addPerson()
await seedReceipts(product.db, person._id, 1000)
const stat = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8'); const p = f.slice(f.lastIndexOf(')') + 2).split(' '); return (Number(p[11]) + Number(p[12])) * 10 }
const pgs = () => readdirSync('/proc').filter((d) => /^\d+$/.test(d)).filter((d) => { try { return readFileSync(`/proc/${d}/cmdline`, 'utf8').startsWith('postgres') && readFileSync(`/proc/${d}/status`, 'utf8') } catch { return false } }).map(Number)
const mine = () => pgs().filter((p) => { try { return readFileSync(`/proc/${p}/environ`,'latin1').includes('docketbox-bench') || true } catch { return false } })
const total = () => mine().reduce((s, p) => { try { return s + stat(p) } catch { return s } }, 0)
async function go(path: string, n: number, label: string) {
  const a = stat(product.pid)
  const ids = mine(); const before = new Map(ids.map((i) => [i, stat(i)]))
  const t = performance.now()
  let bytes = 0
  for (let i = 0; i < n; i += 8) {
    await Promise.all(Array.from({ length: 8 }, async () => { const r = await fetch(product.url + path, { headers: { authorization: `Bearer ${person.token}` } }); bytes += (await r.arrayBuffer()).byteLength }))
  }
  const wall = performance.now() - t
  const node = stat(product.pid) - a
  let pg = 0; for (const i of mine()) { const b = before.get(i); if (b !== undefined) { const d = stat(i) - b; pg += d } }
  console.log(label, 'n', n, 'node ms/req', (node / n).toFixed(3), 'pg(all) ms/req', (pg / n).toFixed(3), 'wall/req', (wall / n).toFixed(2), 'bytes', Math.round(bytes / n))
}
const path = process.argv[2] ?? '/api/user-ticketing?page=1&limit=50'
await go(path, 400, 'warm')
await go(path, 6000, 'list')


await product.stop()
