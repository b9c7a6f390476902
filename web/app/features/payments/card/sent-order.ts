import { sentRequest } from '#platform/storage/sent-request.ts'
import { selection } from '../months/selection.ts'

/** The payment with credit that this tab hasn't learned the outcome of. */
export const sentOrder = sentRequest('credit-payment', selection)
