/** What's there now of the entry a dialog was opened for; as it was then, once it isn't in the list any more. */
export function latest<Entry extends { _id?: string }>(entries: readonly Entry[], opened: Entry): Entry {
  return entries.find(({ _id }) => _id === opened._id) ?? opened
}
