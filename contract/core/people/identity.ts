import { z } from 'zod'
import { MAX_LENGTH, MIN_PASSWORD_LENGTH, tooLong } from '../limits.ts'

export const roles = ['User', 'Admin', 'Super Admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

function passwordOf(minLength: number) {
  return z
    .string({ error: '* Password is required.' })
    .min(1, '* Password is required.')
    .min(minLength, `Use at least ${minLength} characters.`)
    .max(MAX_LENGTH.password, tooLong(MAX_LENGTH.password))
}

/** A new password. The server also rejects common ones (requirement 6). */
export const newPassword = passwordOf(MIN_PASSWORD_LENGTH.User)

/** A new password of an administrator (requirement 47). */
export const administratorPassword = passwordOf(MIN_PASSWORD_LENGTH.Admin)

/** The eight states and territories. */
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

const addressLine = (max: number) => z.string().trim().max(max, tooLong(max))

/** An address as people enter it; every part may be empty. */
export const newAddress = z.strictObject({
  street: addressLine(MAX_LENGTH.street),
  city: addressLine(MAX_LENGTH.place),
  state: z.enum([...locations, ''], { error: 'Choose a state or territory.' }),
  zipCode: z
    .string()
    .trim()
    .regex(/^(\d{4})?$/, 'A postcode has four digits.'),
  country: addressLine(MAX_LENGTH.place),
})

/** An address as stored: older accounts have free text in every part. */
export const address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})
export type Address = z.infer<typeof address>

/** An account as its owner sees it; the client stores it as `user`. */
export const user = z.object({
  _id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  address,
  /** Path of the avatar, or null. */
  picture: z.string().nullable(),
  email: z.string(),
  username: z.string(),
  role,
  status: z.enum(['active', 'suspended', 'closed']),
  /** Whether the email address is verified and the account is neither suspended nor closed. */
  isActive: z.boolean(),
})
export type User = z.infer<typeof user>
