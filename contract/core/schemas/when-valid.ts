/**
 * For rules between fields: they run as soon as these are valid, whatever else isn't, so that everything that's wrong is
 * reported at once. Otherwise zod skips them while any field is invalid.
 */
export function whenValid(...fields: readonly string[]) {
  return {
    when: ({ issues }: { issues: readonly { path?: PropertyKey[] | undefined }[] }) =>
      !issues.some(({ path: [field] = [] }) => field === undefined || fields.includes(String(field))),
  }
}
