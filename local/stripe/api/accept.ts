import { z } from 'zod'
import { badRequest, notModelled } from './fault.ts'
import type { FormValues } from './form.ts'

export const text = z.string()
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((word) => word === 'true')
export const metadata = z.record(z.string(), z.string())
export const url = z.string().regex(/^https?:\/\/./)

export const paging = {
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer }).optional(),
}

/** Reads the parameters of a call. Unknown ones are refused by name, never ignored. */
export function accept<Shape extends z.core.$ZodShape>(
  input: FormValues,
  shape: Shape,
): z.output<z.ZodObject<Shape, z.core.$strict>> {
  const { expand: _, ...rest } = input
  const read = z.strictObject(shape).safeParse(rest, { jitless: true })
  if (read.success) return read.data
  // Parameters may be corrected under the same key: nothing has run.
  throw Object.assign(faultOf(read.error.issues[0]!), { isStored: false })
}

/** `invoice_settings[default_payment_method]` */
function nameOf(path: PropertyKey[]): string {
  return path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')
}

function faultOf(issue: z.core.$ZodIssue): Error {
  const param = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0]!])
    return badRequest(
      `Received unknown parameter: ${unknown} (or the local stand-in does not model it)`,
      unknown,
      'parameter_unknown',
    )
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return badRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
  if (issue.code === 'invalid_value')
    return notModelled(`this value of ${param}; it knows ${issue.values.map(String).join(', ')}`, param)
  return badRequest(
    `Invalid value for ${param}: ${issue.message}`,
    param,
    issue.code === 'invalid_format' ? 'parameter_invalid' : undefined,
  )
}
