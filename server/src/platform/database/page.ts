/** One page of a list, as the API returns it. */
export type ListPage<Doc> = { docs: Doc[]; page: number; totalDocs: number; totalPages: number }

/** @returns a page of a list; an empty list has one page. */
export function pageOf<Doc>(
  docs: Doc[],
  { page, limit }: { page: number; limit: number },
  totalDocs: number,
): ListPage<Doc> {
  return { docs, page, totalDocs, totalPages: Math.max(1, Math.ceil(totalDocs / limit)) }
}

/** @returns a list that is short enough to be sent whole. */
export function wholeList<Doc>(docs: Doc[]): ListPage<Doc> {
  return { docs, page: 1, totalDocs: docs.length, totalPages: 1 }
}
