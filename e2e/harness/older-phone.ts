/**
 * Takes away what Safari 16 doesn't have: some iPhones can't get a later one. Runs in a page before its scripts.
 * @see docs/decisions/106-older-phones.md
 */
export function removeNewFeatures(): void {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object
  const later: [owner: object, names: string[]][] = [
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['any']],
    [globalThis, ['Iterator']],
    [
      iterators,
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [
      Set.prototype,
      [
        'union',
        'intersection',
        'difference',
        'symmetricDifference',
        'isSubsetOf',
        'isSupersetOf',
        'isDisjointFrom',
      ],
    ],
    [Document.prototype, ['startViewTransition']],
  ]
  for (const [owner, names] of later) for (const name of names) Reflect.deleteProperty(owner, name)
}
