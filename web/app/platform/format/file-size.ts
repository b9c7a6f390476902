/** A file size as `0.42 MB`: bytes divided by 1,048,576, to two decimals. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(2)} MB`
}
