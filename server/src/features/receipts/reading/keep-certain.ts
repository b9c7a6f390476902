import type { ReadFields } from '@docketbox/contract'

/** What a later version of the reader says about a file, but nothing less certain than what an earlier one was sure of. */
export function keepCertain(earlier: ReadFields, fields: ReadFields): ReadFields {
  const certain = Object.entries(earlier).filter(
    ([name, field]) => field?.level === 'sure' && fields[name as keyof ReadFields]?.level !== 'sure',
  )
  return { ...fields, ...Object.fromEntries(certain) }
}
