import { type Claims, withoutTaxFileNumbers } from '@docketbox/contract'

/** The lodgement without what looks like a tax file number in its words (decision 29). */
export function withoutNumbers(sent: Claims): { given: Claims; isShorter: boolean } {
  const { fullName, spouseDetails: spouse } = sent
  const given = {
    ...sent,
    fullName: withoutTaxFileNumbers(fullName),
    ...(spouse && {
      spouseDetails: {
        ...spouse,
        firstName: withoutTaxFileNumbers(spouse.firstName),
        lastName: withoutTaxFileNumbers(spouse.lastName),
      },
    }),
  }
  return { given, isShorter: JSON.stringify(given) !== JSON.stringify(sent) }
}
