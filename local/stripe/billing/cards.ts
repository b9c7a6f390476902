export type Decline = { code: string; declineCode: string; message: string }

/** What a payment method does when it is charged. `declineLater` answers the charges after the first. */
export type Behaviour = {
  brand: string
  last4: string
  decline?: Decline
  declineLater?: Decline
  authenticate?: 'once' | 'always'
  becs?: 'succeeds' | Decline
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const insufficient = declined('insufficient_funds', 'Your card has insufficient funds.')

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

type Card = Omit<Behaviour, 'last4'> & { names: string[] }

/** The provider's published test cards, by number; `names` are the ready-made payment methods that stand for them. */
const cards: Record<string, Card> = {
  '4242424242424242': { brand: 'visa', names: ['pm_card_visa'] },
  '4000000360000006': { brand: 'visa', names: ['pm_card_au'] },
  '5555555555554444': { brand: 'mastercard', names: ['pm_card_mastercard'] },
  '378282246310005': { brand: 'amex', names: ['pm_card_amex'] },
  '4000000000000002': {
    brand: 'visa',
    names: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    decline: declined('generic_decline'),
  },
  '4000000000009995': {
    brand: 'visa',
    names: ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
    decline: insufficient,
  },
  '4000000000009987': {
    brand: 'visa',
    names: ['pm_card_visa_chargeDeclinedLostCard'],
    decline: declined('lost_card'),
  },
  '4000000000009979': {
    brand: 'visa',
    names: ['pm_card_visa_chargeDeclinedStolenCard'],
    decline: declined('stolen_card'),
  },
  '4000000000000069': {
    brand: 'visa',
    names: ['pm_card_chargeDeclinedExpiredCard'],
    decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    names: ['pm_card_chargeDeclinedIncorrectCvc'],
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
  '4000000000000119': {
    brand: 'visa',
    names: ['pm_card_chargeDeclinedProcessingError'],
    decline: {
      code: 'processing_error',
      declineCode: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000000341': {
    brand: 'visa',
    names: ['pm_card_chargeCustomerFail'],
    declineLater: declined('generic_decline'),
  },
  '4000002500003155': {
    brand: 'visa',
    names: ['pm_card_authenticationRequiredOnSetup'],
    authenticate: 'once',
  },
  '4000002760003184': { brand: 'visa', names: ['pm_card_authenticationRequired'], authenticate: 'always' },
}

export function cardByNumber(number: string): Behaviour {
  const card = cards[number]
  const last4 = number.slice(-4)
  if (card) return { ...card, last4 }
  const message = 'Your card was declined. Your request was in test mode, but used a non test card.'
  return { brand: 'visa', last4, decline: declined('test_mode_live_card', message) }
}

export function cardByName(name: string): Behaviour | undefined {
  const card = Object.entries(cards).find(([, { names }]) => names.includes(name))
  return card && { ...card[1], last4: card[0].slice(-4) }
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
    '900123456': 'succeeds',
    '111111113': returned('account_closed', 'The customer’s bank account could not be used: it is closed.'),
    '222222227': returned(
      'insufficient_funds',
      'The customer’s account has insufficient funds to cover this payment.',
    ),
  }
  const becs = outcomes[accountNumber]
  return becs && { brand: 'au_becs_debit', last4, becs }
}

export const becsSettlesAfterSeconds = 3 * 86_400
