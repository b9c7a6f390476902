import type { OpenClaim, YearOfRecords } from '../year.ts'

type Entry = { isForBusiness?: boolean | undefined }

/** The entries for the business of someone who has a job as well; none in other years, where nothing is divided. */
export function entriesForBusiness<Of extends Entry>(
  { hasJobAndBusiness = false }: Pick<YearOfRecords, 'hasJobAndBusiness'>,
  entries: readonly Of[],
): Of[] {
  return hasJobAndBusiness ? entries.filter(({ isForBusiness }) => isForBusiness) : []
}

/** A claim for what's for a business, beside the one for a job. */
export function asBusiness(claim: OpenClaim): OpenClaim {
  const [kind, ...about] = claim._id.split(':')
  return {
    ...claim,
    _id: [kind, 'business', ...about].join(':'),
    label: 'business',
    subject: `${claim.subject} (business)`,
  }
}
