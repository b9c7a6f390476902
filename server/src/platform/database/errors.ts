const FOREIGN_KEY_VIOLATION = '23503'

/** Whether Postgres refused a change because of a foreign key. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
}
