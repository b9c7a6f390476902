import { z } from 'zod'

export const draftPictureQuery = {
  /** `true`: as it was before it was adjusted. */
  original: z.enum(['true', 'false']).optional(),
  /** When it was adjusted, so that each picture has a different address. */
  adjustedAt: z.string().max(40).optional(),
}

/** How to show a file. */
export const previewQuery = {
  /** `thumbnail` fits 160 pixels, `page` fits 1600, but isn't narrower than 640 if it's long. */
  size: z.enum(['thumbnail', 'page']).default('page'),
  /** Of a PDF, counting from 1; only for size `page`. */
  page: z.coerce.number().int().min(1).max(100).optional(),
  /** `true`: retry if rendering failed before. */
  again: z.enum(['true', 'false']).optional(),
}
