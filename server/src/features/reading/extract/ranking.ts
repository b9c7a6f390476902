/** A candidate's features, as numbers by name. */
export type Features = Readonly<Record<string, number>>
export type Weights = Readonly<Record<string, number>>

/**
 * Ranks candidates by learned weights.
 * @param features one entry for each candidate, in the same order.
 * @returns the candidates with `probability` (0 to 1, together 1), most likely first.
 */
export function rank<Item>(
  candidates: readonly Item[],
  features: readonly Features[],
  weights: Weights,
): (Item & { probability: number })[] {
  const scores = features.map((item) => score(item, weights))
  const largest = Math.max(...scores)
  const exponentials = scores.map((value) => Math.exp(value - largest))
  const total = exponentials.reduce((sum, value) => sum + value, 0)
  return candidates
    .map((candidate, i) => ({ ...candidate, probability: exponentials[i]! / total }))
    .toSorted((a, b) => b.probability - a.probability)
}

export function score(features: Features, weights: Weights): number {
  return Object.entries(features).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0)
}

/** The candidates of one receipt, and which of them are right. */
export type Example = { features: readonly Features[]; isRight: readonly boolean[] }

const EPOCHS = 60
const LEARNING_RATE = 0.3
const L2 = 0.1
/**
 * Learns weights with which right candidates come first: softmax over each receipt's candidates, AdaGrad, L2.
 * @param start the weights to begin with, known from more varied receipts; learned ones differ from them only as far as
 * the examples demand.
 * @param knownL2 how tightly those are held; others by 0.1.
 */
export function train(examples: readonly Example[], start: Weights, knownL2: number): Weights {
  const useful = examples.filter(({ isRight }) => isRight.includes(true) && isRight.includes(false))
  const weights: Record<string, number> = { ...start }
  const squares: Record<string, number> = {}
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const example of useful) {
      for (const [name, slope] of Object.entries(gradient(example, weights))) {
        const l2 = name in start ? knownL2 : L2
        const step = slope + (l2 * ((weights[name] ?? 0) - (start[name] ?? 0))) / 10
        squares[name] = (squares[name] ?? 1e-2) + step * step
        weights[name] = (weights[name] ?? 0) - (LEARNING_RATE * step) / Math.sqrt(squares[name])
      }
    }
  }
  return weights
}

function gradient({ features, isRight }: Example, weights: Weights): Record<string, number> {
  const scores = features.map((item) => score(item, weights))
  const largest = Math.max(...scores)
  const exponentials = scores.map((value) => Math.exp(value - largest))
  const total = exponentials.reduce((sum, value) => sum + value, 0)
  const right = exponentials.reduce((sum, value, i) => sum + (isRight[i] ? value : 0), 0)
  const slopes: Record<string, number> = {}
  features.forEach((item, i) => {
    const difference = exponentials[i]! / total - (isRight[i] ? exponentials[i]! / Math.max(right, 1e-9) : 0)
    for (const [name, value] of Object.entries(item)) slopes[name] = (slopes[name] ?? 0) + difference * value
  })
  return slopes
}
