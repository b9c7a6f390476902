/** Seeded random choices: the same seed gives the same receipt everywhere. */
export type Random = {
  /** 0 to 1. */
  share(): number
  between(min: number, max: number): number
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) | 0
  const share = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(share() * (max - min + 1))
  const pick = <Item>(items: readonly Item[]) => items[integer(0, items.length - 1)]!
  return {
    share,
    between: (min, max) => min + share() * (max - min),
    integer,
    chance: (probability) => share() < probability,
    pick,
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: share() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}
