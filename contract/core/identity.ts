import { z } from 'zod'

export const roles = ['User', 'Admin', 'Super Admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** How names, addresses and numbers of a person are written, with the texts of specification §5. */
export const personName = z
  .string({ error: '* Letters are expected.' })
  .trim()
  .max(100, 'Use at most 100 letters.')
  .regex(/^[\p{L}\p{M} ]+$/u, '* Letters are expected.')

const emailProblem = '* Enter a valid email address.'
export const email = z
  .string({ error: emailProblem })
  .trim()
  .pipe(z.email(emailProblem).max(254, emailProblem))

export const phoneNumber = z
  .string({ error: '* Phone number is required.' })
  .trim()
  .min(1, '* Phone number is required.')
  .regex(/^\+?(?:[\s().-]*\d){6,15}[\s().-]*$/, '* Enter a valid phone number.')
  .max(40, '* Enter a valid phone number.')

/** A password as it is chosen; those that are on the list of common ones are refused by the server (decision 6). */
export const newPassword = z
  .string({ error: '* Password is required.' })
  .min(1, '* Password is required.')
  .min(8, 'Use at least 8 characters.')
  .max(256, 'Use at most 256 characters.')

/** The eight states and territories, as the sign-up form offers them (specification §5). */
export const locations = [
  'New South Wales',
  'Victoria',
  'Queensland',
  'South Australia',
  'Western Australia',
  'Tasmania',
  'Northern Territory',
  'Australian Capital Territory',
] as const

export const address = z.strictObject({
  street: z.string().trim().max(200),
  city: z.string().trim().max(100),
  state: z.string().trim().max(100),
  zipCode: z.string().trim().max(20),
  country: z.string().trim().max(100),
})
export type Address = z.infer<typeof address>

/** A person as they see themselves; their device keeps it as `user` (specification §3). */
export const user = z.object({
  _id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  address,
  /** Address of the avatar, when there is one. */
  picture: z.string().nullable(),
  email: z.string(),
  username: z.string(),
  role,
  status: z.enum(['active', 'suspended', 'closed']),
  /** Whether the e-mail address was verified and the account is neither suspended nor closed. */
  isActive: z.boolean(),
})
export type User = z.infer<typeof user>
