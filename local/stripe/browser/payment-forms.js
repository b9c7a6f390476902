// The two payment methods: their fields, checks and requests.

export const forms = {
  card: {
    title: 'Card',
    fields: [
      {
        name: 'number',
        label: 'Card number',
        autocomplete: 'cc-number',
        inputmode: 'numeric',
        placeholder: '1234 1234 1234 1234',
        wide: true,
      },
      {
        name: 'expiry',
        label: 'Expiration date',
        autocomplete: 'cc-exp',
        inputmode: 'numeric',
        placeholder: 'MM / YY',
      },
      {
        name: 'cvc',
        label: 'Security code',
        autocomplete: 'cc-csc',
        inputmode: 'numeric',
        placeholder: 'CVC',
      },
    ],
    check: checkCard,
    data: cardData,
  },
  au_becs_debit: {
    title: 'BECS Direct Debit',
    fields: [
      { name: 'name', label: 'Full name', autocomplete: 'name', wide: true },
      { name: 'email', label: 'Email', autocomplete: 'email', inputmode: 'email', wide: true },
      { name: 'bsb', label: 'BSB', inputmode: 'numeric', placeholder: '000-000' },
      { name: 'account', label: 'Account number', inputmode: 'numeric', placeholder: '000123456' },
    ],
    check: checkDebit,
    data: debitData,
  },
}

const digits = (text) => text.replaceAll(/\D/g, '')
const problem = (code, message, name) => ({ type: 'validation_error', code, message, name })

function isLuhnValid(number) {
  let sum = 0
  for (const [at, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function expiryOf(text) {
  const [month, year] = text.includes('/')
    ? text.split('/').map(digits)
    : [digits(text).slice(0, 2), digits(text).slice(2)]
  return {
    month: Number(month),
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    isWhole: month !== '' && (year.length === 2 || year.length === 4),
  }
}

function checkCard(values) {
  const number = digits(values.number)
  if (number.length < 14) return problem('incomplete_number', 'Your card number is incomplete.', 'number')
  if (!isLuhnValid(number)) return problem('invalid_number', 'Your card number is invalid.', 'number')
  const { month, year, isWhole } = expiryOf(values.expiry)
  if (!isWhole || month < 1 || month > 12)
    return problem('incomplete_expiry', "Your card's expiration date is incomplete.", 'expiry')
  if (Date.UTC(year, month, 1) <= Date.now())
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.", 'expiry')
  if (digits(values.cvc).length < 3)
    return problem('incomplete_cvc', "Your card's security code is incomplete.", 'cvc')
  return undefined
}

function cardData(values) {
  const { month, year } = expiryOf(values.expiry)
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digits(values.number),
    'payment_method_data[card][exp_month]': String(month),
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': digits(values.cvc),
  }
}

function checkDebit(values) {
  if (!values.name.trim()) return problem('incomplete_name', 'Your name is incomplete.', 'name')
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(values.email))
    return problem('incomplete_email', 'Your email address is incomplete.', 'email')
  if (digits(values.bsb).length !== 6) return problem('incomplete_bsb', 'Your BSB is incomplete.', 'bsb')
  if (digits(values.account).length < 5)
    return problem('incomplete_account_number', 'Your account number is incomplete.', 'account')
  return undefined
}

function debitData(values) {
  return {
    'payment_method_data[type]': 'au_becs_debit',
    'payment_method_data[au_becs_debit][bsb_number]': digits(values.bsb),
    'payment_method_data[au_becs_debit][account_number]': digits(values.account),
    'payment_method_data[billing_details][name]': values.name.trim(),
    'payment_method_data[billing_details][email]': values.email,
    'mandate_data[customer_acceptance][type]': 'online',
  }
}
