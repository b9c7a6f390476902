/** @returns a link with a secret in it. Only `/verify` has it in the query, as the specification says. */
export function linkTo(
  publicUrl: string,
  path: string,
  separator: '?' | '#',
  values: Record<string, string>,
): string {
  return `${publicUrl}${path}${separator}${new URLSearchParams(values).toString()}`
}
