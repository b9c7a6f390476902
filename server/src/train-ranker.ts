import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@docketbox/testing/receipts/random'
import { type ReceiptLabel, type ReceiptText, receiptText } from '@docketbox/testing/receipts/receipt-text'
import { isSameName } from '#commands/read/accuracy.ts'
import { textPage } from './features/reading/documents/text-page.ts'
import { type Example, score, train, type Weights } from './features/reading/extract/ranking.ts'
import { supplierCandidates } from './features/reading/suppliers/candidates.ts'
import { supplierFeatures } from './features/reading/suppliers/features.ts'
import { totalCandidates } from './features/reading/totals/candidates.ts'
import { totalFeatures } from './features/reading/totals/features.ts'
import { rowsOf } from './features/reading/words/rows.ts'
import { wordsOf } from './features/reading/words/words.ts'

// `npm run train-ranker`: learns the weights that rank totals and suppliers, in seconds. It starts with weights learned
// from the text of public scans (prior-weights.json) and adapts them to drawn Australian receipts, whose seeds no test
// and no measurement uses.

const FIRST_SEED = 5_000_000
const RECEIPTS = 600
const CHECKED_RECEIPTS = 200
const [WIDTH_PX, LINE_PX, LETTER_SHARE] = [800, 24, 0.55]
const MAX_CANDIDATES = { total: 14, supplier: 12 }
/** Drawn names are less varied than amounts. */
const KNOWN_L2 = { total: 0.8, supplier: 10 }

const folder = join(import.meta.dirname, 'features/reading/extract')
const prior = JSON.parse(readFileSync(join(folder, 'prior-weights.json'), 'utf8')) as Record<Field, Weights>
type Field = 'total' | 'supplier'
const FIELDS: Field[] = ['total', 'supplier']

const receipts = Array.from({ length: RECEIPTS + CHECKED_RECEIPTS }, (_, i) => examplesOf(FIRST_SEED + i))
const weights = Object.fromEntries(
  FIELDS.map((field) => {
    const examples = receipts.map((receipt) => receipt[field])
    const learned = train(examples.slice(0, RECEIPTS), prior[field], KNOWN_L2[field])
    const checked = examples.slice(RECEIPTS)
    console.log(`${field}: ${accuracy(checked, prior[field])} before, ${accuracy(checked, learned)} after`)
    return [field, rounded(learned)]
  }),
)
writeFileSync(join(folder, 'weights.json'), `${JSON.stringify(weights, undefined, 2)}\n`)

function examplesOf(seed: number): Record<Field, Example> {
  const { lines, label } = receiptText(seed)
  const rows = rowsOf([wordsOf(pageOf(seed, lines))])
  const totals = totalCandidates(rows).slice(0, MAX_CANDIDATES.total)
  const suppliers = supplierCandidates(rows).slice(0, MAX_CANDIDATES.supplier)
  return {
    total: {
      features: totalFeatures(rows, totals),
      isRight: totals.map(({ value }) => value === label.total),
    },
    supplier: {
      features: supplierFeatures(rows, suppliers),
      isRight: suppliers.map(({ value }) => isSupplier(value, label)),
    },
  }
}

function isSupplier(value: string, { merchantAlt }: ReceiptLabel): boolean {
  return merchantAlt.some((name) => isSameName(name, value))
}

/** Lays a receipt out as the engine would see it: heights vary a little, and spaces are lost. */
function pageOf(seed: number, lines: ReceiptText['lines']) {
  const random = seededRandom(seed)
  let baseline = 0
  const texts = lines.flatMap(({ text, right, align, size = 1 }) => {
    baseline += LINE_PX * size * 1.4
    const height = LINE_PX * size * random.between(0.94, 1.06)
    const width = text.length * height * LETTER_SHARE
    const left = align === 'centre' ? (WIDTH_PX - width) / 2 : 0
    const lossy = random.chance(0.3)
      ? text.replace(/ (?=\S)/g, (space) => (random.chance(0.3) ? '' : space))
      : text
    const line = { text: lossy, left, baseline, width, height }
    if (right === undefined) return [line]
    const rightWidth = right.length * height * LETTER_SHARE
    return [line, { text: right, left: WIDTH_PX - rightWidth, baseline, width: rightWidth, height }]
  })
  return textPage({ width: WIDTH_PX, height: baseline + LINE_PX }, texts)
}

function accuracy(examples: readonly Example[], learned: Weights): string {
  const right = examples.filter(({ features, isRight }) => {
    const scores = features.map((item) => score(item, learned))
    return isRight[scores.indexOf(Math.max(...scores))]
  })
  return `${((100 * right.length) / examples.length).toFixed(1)}%`
}

function rounded(learned: Weights): Weights {
  const entries = Object.entries(learned).map(
    ([name, value]) => [name, Math.round(value * 1e4) / 1e4] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== 0))
}
