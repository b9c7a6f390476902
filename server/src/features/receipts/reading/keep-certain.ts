import type { ReadFields } from '@docketbox/contract'

/** The values of a later version of the reader, except where an earlier version was sure and the later one isn't. */
export function keepCertain(earlier: ReadFields, fields: ReadFields): ReadFields {
  const certain = Object.entries(earlier).filter(
    ([name, field]) => field?.level === 'sure' && fields[name as keyof ReadFields]?.level !== 'sure',
  )
  return { ...fields, ...Object.fromEntries(certain) }
}
