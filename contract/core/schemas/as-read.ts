import { z } from 'zod'

/**
 * What a caller has read of the record it saves, null for none. The save is refused if that has changed since, and replaces whatever
 * is there if it's left out.
 */
export const asRead = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).nullable().optional()
