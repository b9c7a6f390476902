import { commonWords } from './common-words.ts'

/** Keyboard rows and columns, the alphabet and the digits. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!@#$%^&*()',
  '147258369',
  '741852963',
  '159753',
  '789456123',
  '1122334455667788990',
]

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
}

/**
 * Whether a password is among the first an attacker tries: a common word (alone, twice, or with a few digits and
 * symbols around it, in any case, with look-alike characters), a keyboard run, a repetition, a date, or the user's own
 * name or email.
 * @param own the user's details, such as their email address.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = password.toLowerCase().replaceAll(/\s/g, '')
  return (
    isKnownWord(plain) ||
    isRepetition(plain) ||
    isMadeOfRuns(plain) ||
    isDate(plain) ||
    own.some((text) => isTheirs(plain, text.toLowerCase()))
  )
}

/** A word with more extra characters than this isn't common. */
const MAX_EXTRA_CHARACTERS = 5

function isKnownWord(plain: string): boolean {
  const bare = plain.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')
  return [plain, bare, readAsLetters(bare), readAsLetters(plain)].some(
    (word) => plain.length - word.length <= MAX_EXTRA_CHARACTERS && isWord(word),
  )
}

/** `monkey`, but also `monkeymonkey`. */
function isWord(word: string): boolean {
  const half = word.length / 2
  return (
    commonWords.has(word) || (word.slice(0, half) === word.slice(half) && commonWords.has(word.slice(half)))
  )
}

function readAsLetters(text: string): string {
  const letters = text.replaceAll(/[^a-z]/g, (character) => lookAlikes[character] ?? character)
  return letters.replace(/[^a-z]+$/, '')
}

/** `aaaaaaaa`, `abababab`, `12341234`. */
function isRepetition(plain: string): boolean {
  return /^(.{1,4}?)\1+$/.test(plain) || new Set(plain).size <= 2
}

/** `12345678`, `qwertyuiop`, `abc12345`, `1qaz2wsx`, `87654321`: nothing but runs of three or more. */
function isMadeOfRuns(plain: string): boolean {
  let at = 0
  while (at < plain.length) {
    const length = runAt(plain, at)
    if (length < 3) return plain.length - at <= 2 && at >= 6
    at += length
  }
  return true
}

function runAt(plain: string, at: number): number {
  let longest = 0
  for (const run of runs) {
    for (const line of [run, run.split('').toReversed().join('')]) {
      let length = Math.min(plain.length - at, run.length)
      while (length > longest && !line.includes(plain.slice(at, at + length))) length--
      longest = Math.max(longest, length)
    }
  }
  const same = /^(.)\1*/.exec(plain.slice(at))?.[0].length ?? 0
  return Math.max(longest, same)
}

/** `01011990`, `1990-01-01`, `31/12/1999`. */
function isDate(plain: string): boolean {
  const digits = plain.replaceAll(/[-./]/g, '')
  const month = '(0[1-9]|1[0-2])'
  const day = '(0[1-9]|[12]\\d|3[01])'
  const year = '(19|20)\\d\\d'
  return new RegExp(`^(${day}${month}${year}|${month}${day}${year}|${year}${month}${day})$`).test(digits)
}

function isTheirs(plain: string, own: string): boolean {
  const name = own.split('@')[0]!
  const letters = lettersOf(name.split('+')[0]!)
  return plain === own || plain === name || (letters.length >= 4 && lettersOf(plain) === letters)
}

/** Without accents and punctuation, and without what follows the last letter. */
function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/\P{L}+$/u, '')
}
