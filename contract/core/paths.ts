/** Every screen's path, for links in the web app and in mails. A test holds them against the web's route table. */
export const paths = {
  home: '/',
  lodgement: '/lodgement',
  contact: '/#contact',
  privacy: '/privacy',
  terms: '/terms',

  welcome: '/welcome',
  register: '/register',
  adminRegister: '/admin-register',
  login: '/login',
  emailVerify: '/email_verify',
  verify: '/verify',
  resendVerification: '/resend-verification',
  forgetPassword: '/forgetpassword',
  resetPassword: '/reset-password',
  changeEmail: '/change-email',
  error: '/error',

  dashboard: '/dashboard',
  receipts: '/receipts',
  expenses: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}/evidence`,
  categories: '/categories',
  category: (categoryId: string) => `/categories/${encodeURIComponent(categoryId)}`,
  review: (uploadId: string) => `/review/${encodeURIComponent(uploadId)}`,
  bin: '/trash',
  success: '/success',
  sample: '/sample',
  capture: '/capture',
  upload: '/custom-upload',
  preview: '/preview',
  chooseCategory: '/category',
  toFile: '/to-file',

  shares: '/shares',
  clients: '/clients',
  room: '/room',

  currentRecords: '/records',
  records: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}/records`,
  workHours: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}/records/hours`,
  trips: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}/records/car`,
  laundry: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}/records/laundry`,
  phoneDiary: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}/records/phone`,

  years: '/years',
  year: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}`,
  pack: (incomeYear: string) => `/years/${encodeURIComponent(incomeYear)}/pack`,

  profile: '/profile',
  security: '/profile/security',
  data: '/profile/data',

  plans: '/subscription',
  manageSubscription: '/upgrade',
  checkout: '/checkout',
  portal: '/portal',
  trialWelcome: '/dashboard-celebrate',
  chooseMonths: '/pricing-duration',
  payment: '/create-payment',
  paymentStatus: '/complete',
  subscribed: '/success-subscription',
  payments: '/payment-history',

  admin: '/admin-dashboard',
  adminPayments: '/admin-dashboard/payments',
  adminFinance: '/admin-dashboard/finance',
  adminFinanceSubscriptions: '/admin-dashboard/finance/subscriptions',
  adminPromotions: '/admin-dashboard/promotions',
  adminMessages: '/admin-dashboard/messages',
  adminLodgements: '/admin-dashboard/lodgements',
  adminAdministrators: '/admin-dashboard/administrators',
  adminReading: '/admin-dashboard/reading',
  adminBackups: '/admin-dashboard/backups',
  adminAuditLog: '/admin-dashboard/audit-log',
} as const

/**
 * Appends search parameters to a path.
 * @param params undefined and empty values are left out.
 */
export function withQuery(path: string, params: Record<string, string | number | undefined>): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}
