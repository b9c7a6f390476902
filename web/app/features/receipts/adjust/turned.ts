import type { Adjustment } from '@docketbox/contract/receipts/drafts/adjustment'

export type Corners = Adjustment['corners']
type Corner = Corners[number]

export const WHOLE_PICTURE: Corners = [[0, 0], [1, 0], [1, 1], [0, 1]] // prettier-ignore

/** Where a corner is after that many quarter turns clockwise of the picture. */
export function turned([x, y]: Corner, turns: number): Corner {
  return turns % 4 === 0 ? [x, y] : turned([1 - y, x], turns - 1)
}

/** The inverse. */
export function turnedBack(corner: Corner, turns: number): Corner {
  return turned(corner, (4 - (turns % 4)) % 4)
}
