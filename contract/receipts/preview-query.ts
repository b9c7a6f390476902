import { z } from 'zod'

/** How to show a file. */
export const previewQuery = {
  /** `thumbnail` fits 160 pixels, `page` fits 1600. */
  size: z.enum(['thumbnail', 'page']).default('page'),
  /** Of a PDF, counting from 1; only for size `page`. */
  page: z.coerce.number().int().min(1).max(100).optional(),
  /** `true`: retry if rendering failed before. */
  again: z.enum(['true', 'false']).optional(),
}
