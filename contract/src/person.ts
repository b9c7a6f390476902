import { z } from 'zod'

export const roles = ['User', 'Admin', 'Super Admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

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
