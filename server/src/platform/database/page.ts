/** One page of a list in the shape every list has; an empty list has one page. */
export function pageOf<Doc>(
  docs: Doc[],
  { page, limit }: { page: number; limit: number },
  totalDocs: number,
): { docs: Doc[]; page: number; totalDocs: number; totalPages: number } {
  return { docs, page, totalDocs, totalPages: Math.max(1, Math.ceil(totalDocs / limit)) }
}
