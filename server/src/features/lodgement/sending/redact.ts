import { type Claims, withoutTaxFileNumbers } from '@docketbox/contract'

/** Redacts likely tax file numbers; storing one without a lawful purpose is an offence (TFN Rule 2015). */
export function redactTaxFileNumbers(claims: Claims): { redacted: Claims; isChanged: boolean } {
  const { fullName, spouseDetails: spouse } = claims
  const redacted = {
    ...claims,
    fullName: withoutTaxFileNumbers(fullName),
    ...(spouse && {
      spouseDetails: {
        ...spouse,
        firstName: withoutTaxFileNumbers(spouse.firstName),
        lastName: withoutTaxFileNumbers(spouse.lastName),
      },
    }),
  }
  return { redacted, isChanged: JSON.stringify(redacted) !== JSON.stringify(claims) }
}
