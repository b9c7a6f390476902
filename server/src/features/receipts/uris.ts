/** The opaque name of a draft in the API. */
export function draftUri(id: string): string {
  return `draft:${id}`
}

/** @returns the id of the draft that a uri names, if it names one. */
export function parseDraftUri(uri: string): string | undefined {
  return /^draft:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(uri)?.[1]
}

/** The opaque name of a version of a file in the API. */
export function fileUri(fileId: string, version: number): string {
  return `file:${fileId}:${version}`
}
