const here = 'https://here.invalid'

/** @returns the address if it's a path of this site. */
export function localPath(address: string | undefined): string | undefined {
  if (!address?.startsWith('/') || !URL.canParse(address, here)) return undefined
  const { origin, pathname, search } = new URL(address, here)
  // Dot segments can leave `//`, which starts another site's address.
  return origin === here && !pathname.startsWith('//') ? pathname + search : undefined
}
