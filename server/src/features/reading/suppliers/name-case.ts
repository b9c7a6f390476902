/** Names that are initials although they could be read as words. */
const INITIALS =
  /^(AAMI|ABC|AGL|AHPRA|ALDI|AMA|ANZ|ASIC|ATO|AUS|CBA|CPA|EG|IGA|IKEA|NAB|NRMA|NSW|ACT|QLD|VIC|TAS|RAA|RAC|RACQ|RACV|RACT|TAFE|UTS|USA|UNSW|WA)$/
const SMALL_WORDS = /^(and|at|by|for|in|of|on|the|to)$/i

/**
 * Writes a name printed in capitals the way people do: `BAYSIDE COLLEGE` becomes `Bayside College`, `BP CONNECT`
 * becomes `BP Connect`. Names with lower-case letters stay unchanged, except an O in front of an apostrophe: it looks the
 * same as a small one.
 */
export function toNameCase(printed: string): string {
  if (/\p{Ll}/u.test(printed)) return printed.replace(/\bo(?=['’]\p{Lu})/gu, 'O')
  return printed
    .split(' ')
    .map((word, index) => {
      if (index > 0 && SMALL_WORDS.test(word)) return word.toLowerCase()
      return word.replace(/\p{L}[\p{L}'’]*/gu, (letters) =>
        isInitials(letters) ? letters : capitalised(letters),
      )
    })
    .join(' ')
}

function isInitials(letters: string): boolean {
  return (
    INITIALS.test(letters) ||
    (letters.length < 5 && !/[AEIOUY]/u.test(letters) && !/^(LTD|PTY)$/.test(letters))
  )
}

function capitalised(word: string): string {
  const lower = word.toLowerCase()
  // O'Brien and D'Arcy, but Grill'd and McDonald's.
  return lower
    .replace(/^\p{L}/u, (letter) => letter.toUpperCase())
    .replace(
      /^(O|D)(['’])(\p{L})/u,
      (_, first: string, mark: string, letter: string) => first + mark + letter.toUpperCase(),
    )
    .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}
