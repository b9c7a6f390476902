/** What's there now of the entry a dialog was opened for; as it was then, once it isn't in the list any more. */
export function latest<Entry extends { _id?: string }>(entries: readonly Entry[], opened: Entry): Entry {
  return listed(entries, opened) ?? opened
}

/** What saving may replace: the entry as it's listed. One that was moved elsewhere is replaced whatever it is by now. */
export function listed<Entry extends { _id?: string }>(
  entries: readonly Entry[],
  opened: Entry,
): Entry | undefined {
  return entries.find(({ _id }) => _id === opened._id)
}
