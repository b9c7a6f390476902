export type Decline = { code: string; declineCode: string; message: string }

/** What a payment method does when it is charged; `declineLater` once it's saved for a customer. */
export type Behaviour = {
  brand: string
  last4: string
  decline?: Decline
  declineLater?: Decline
  authenticate?: 'always'
  /** The bank's action right after the charge. */
  complaint?: 'dispute' | 'inquiry' | 'warning'
  /** What refunds to it do: begin as `pending`, or fail after they succeeded. */
  refunds?: 'late' | 'fail'
  becs?: 'succeeds' | Decline
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})

type Card = Omit<Behaviour, 'last4' | 'brand'> & { name: string }

/** Some of Stripe's test cards, by number, with the names of their ready-made payment methods. */
const cards: Record<string, Card> = {
  '4242424242424242': { name: 'pm_card_visa' },
  '4000000000000002': {
    name: 'pm_card_visa_chargeDeclined',
    decline: declined('generic_decline'),
  },
  '4000000000009995': {
    name: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000069': {
    name: 'pm_card_chargeDeclinedExpiredCard',
    decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000341': {
    name: 'pm_card_chargeCustomerFail',
    declineLater: declined('generic_decline'),
  },
  '4000000000000259': { name: 'pm_card_createDispute', complaint: 'dispute' },
  '4000000000001976': { name: 'pm_card_createDisputeInquiry', complaint: 'inquiry' },
  '4000000000005423': { name: 'pm_card_createIssuerFraudRecord', complaint: 'warning' },
  '4000000000007726': { name: 'pm_card_pendingRefund', refunds: 'late' },
  '4000000000005126': { name: 'pm_card_refundFail', refunds: 'fail' },
  '4000002760003184': { name: 'pm_card_authenticationRequired', authenticate: 'always' },
}

export function cardByNumber(number: string): Behaviour {
  const card = cards[number]
  const last4 = number.slice(-4)
  if (card) return { ...card, brand: 'visa', last4 }
  const message = 'Your card was declined. Your request was in test mode, but used a non test card.'
  return { brand: 'visa', last4, decline: declined('test_mode_live_card', message) }
}

export function cardByName(name: string): Behaviour | undefined {
  const card = Object.entries(cards).find(([, card]) => card.name === name)
  return card && cardByNumber(card[0])
}

export function isLuhnValid(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return number.length >= 12 && sum % 10 === 0
}

const returned = (code: string, message: string): Decline => ({ code, declineCode: code, message })

/** BECS test accounts: a debit is always `processing` first and settles days later. */
export function bankAccount(accountNumber: string): Behaviour | undefined {
  const last4 = accountNumber.slice(-4)
  const outcomes: Record<string, Behaviour['becs']> = {
    '000123456': 'succeeds',
    '111111113': returned('account_closed', 'The customer’s bank account could not be used: it is closed.'),
  }
  const becs = outcomes[accountNumber]
  return becs && { brand: 'au_becs_debit', last4, becs, refunds: 'late' }
}

export const becsSettlesAfterSeconds = 3 * 86_400
/** When a bank reports the outcome of a refund. */
export const refundSettlesAfterSeconds = 86_400
