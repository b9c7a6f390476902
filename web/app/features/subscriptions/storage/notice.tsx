import { paths } from '@docketbox/contract/core/paths'
import { STORAGE_WARNING_SHARE, type StorageState } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextLink } from '#ui/layout/text-link.tsx'
import { storage } from '../queries.ts'

/** Warns where files are added that the storage is nearly full; otherwise nothing. */
export function StorageNotice() {
  const { data } = useQuery(storage)
  return data ? <StorageWarning {...data} /> : null
}

/** A warning from 80 % on; otherwise nothing. */
export function StorageWarning({ usedBytes, limitBytes, hasLargerPlan }: StorageState) {
  const share = usedBytes / limitBytes
  if (share < STORAGE_WARNING_SHARE) return null
  return (
    <Notice tone="warning">
      {share >= 1
        ? 'Your storage is full. You can still view and download everything, but you can’t add files.'
        : `You’ve used ${Math.floor(share * 100)}% of your storage.`}{' '}
      Permanently delete files you don’t need, or{' '}
      {hasLargerPlan ? (
        <TextLink to={paths.manageSubscription}>choose a larger plan</TextLink>
      ) : (
        <>
          <TextLink to={paths.contact}>contact us</TextLink> if you need more storage
        </>
      )}
      . It can take until tomorrow for deleted files to free up space.
    </Notice>
  )
}
