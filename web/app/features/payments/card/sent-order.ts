import { sentRequest } from '#platform/storage/sent-request.ts'
import { monthsOrder } from '@docketbox/contract/payments/endpoints'

/** The payment with credit that this tab hasn't learned the outcome of. */
export const sentOrder = sentRequest('credit-payment', monthsOrder)
