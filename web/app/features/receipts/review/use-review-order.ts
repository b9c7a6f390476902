import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { receiptDetails, receiptsToCheck } from '../queries.ts'

/**
 * The receipts to check and their order, which stays while they are checked one after the other.
 * @param id the receipt on screen.
 */
export function useReviewOrder(id: string) {
  const client = useQueryClient()
  const { data } = useQuery(receiptsToCheck)
  const ids = data?.ids
  const [order, setOrder] = useState([id])
  const added = [id, ...(ids ?? [])].filter(
    (other, index, all) => all.indexOf(other) === index && !order.includes(other),
  )
  // In the order of the list as long as none was left out.
  if (added.length > 0) setOrder(order.length === 1 && ids?.includes(id) ? ids : [...order, ...added])

  const index = order.indexOf(id)
  const remaining = ids?.filter((other) => other !== id)
  const next = order[index + 1]
  useEffect(() => {
    if (next) void client.prefetchQuery(receiptDetails(next))
  }, [client, next])
  return {
    /** Undefined while it loads. */
    count: data?.total,
    previous: order[index - 1],
    next,
    /** The receipt to check after this one. */
    nextToCheck: order.slice(index + 1).find((other) => remaining?.includes(other)) ?? remaining?.[0],
  }
}
