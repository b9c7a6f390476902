import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'
import { useSendOnce } from '#platform/api/use-send-once.ts'

const { list, notes, clients } = roomEndpoints

export const shares = query(list, {})
export const useInvite = () => useSendOnce(roomEndpoints.create, { invalidates: [list] })
/** Questions only wait for an answer while they're shared. */
const sharing = { invalidates: [list, notes] }
export const revokeShare = mutation(roomEndpoints.revoke, sharing)
export const restoreShare = mutation(roomEndpoints.restore, sharing)
export const extendShare = mutation(roomEndpoints.extend, sharing)
export const sendLink = mutation(roomEndpoints.sendLink)

export const guestLogPage = (roomId: string, page: number) => ({
  ...query(roomEndpoints.guestLog, { params: { roomId }, query: { page } }),
  placeholderData: keepPreviousData,
  // The guest may be looking around at this moment.
  staleTime: 0,
})

export const clientList = query(clients, {})
export const enterAsClient = mutation(roomEndpoints.enterAsClient)

export const enterRoom = mutation(roomEndpoints.enter)
export const requestLink = mutation(roomEndpoints.requestLink)
/** Asked for again while it's on screen, so that it closes soon after access ends. */
export const currentRoom = { ...query(roomEndpoints.current, {}), refetchInterval: 15_000 }
export const leaveRoom = mutation(roomEndpoints.leave)

type NoteFilter = { receipt?: string; incomeYear?: string; open?: 'true'; read?: 'true' }
export const roomNotes = (filter: NoteFilter) => query(notes, { query: filter })
export const useAddNote = () => useSendOnce(roomEndpoints.addNote, { invalidates: [notes] })
/** For reviewed marks, of which there's one for each receipt or year. They're refused if the receipt has changed. */
export const mark = mutation(roomEndpoints.addNote, { invalidates: [notes, receiptEndpoints.details] })
export const removeNote = mutation(roomEndpoints.removeNote, { invalidates: [notes] })
const receiptReads = [
  receiptEndpoints.details,
  receiptEndpoints.list,
  receiptEndpoints.search,
  receiptEndpoints.summary,
]
const decisions = { invalidates: [notes, ...receiptReads, yearEndpoints.summary, yearEndpoints.list] }
export const answerNote = mutation(roomEndpoints.answerNote, decisions)
export const undoDecision = mutation(roomEndpoints.undoDecision, decisions)

/** How many requests and proposals wait for the owner; undefined while they're asked for the first time. */
export function useOpenNotes(): number | undefined {
  const { data, isLoading, failureCount, errorUpdateCount } = useQuery(roomNotes({ open: 'true' }))
  const isFirst = failureCount === 0 && errorUpdateCount === 0
  return isLoading && isFirst ? undefined : (data?.docs.length ?? 0)
}
