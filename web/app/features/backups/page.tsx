import { fileSize } from '@docketbox/contract/core/file-size'
import { backupEndpoints, type BackupStatus } from '@docketbox/contract/backups/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '#platform/api/query.ts'
import { shortTime } from '#platform/format/dates.ts'
import { pageMeta } from '#platform/page/meta.ts'
import { QueryView } from '#ui/data/query-view.tsx'
import { Badge } from '#ui/data/stamp.tsx'
import { type Column, column, figureColumn, Table } from '#ui/data/table.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Loading } from '#ui/feedback/skeleton.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Page } from '#ui/layout/page.tsx'

export const meta = () => pageMeta({ title: 'Backups' })

type Backup = BackupStatus['backups'][number]

const columns: Column<Backup>[] = [
  column(
    'Started',
    ({ startedAt }) => <time dateTime={startedAt}>{shortTime(startedAt)}</time>,
    'whitespace-nowrap',
  ),
  column('Result', (backup) => <Result backup={backup} />),
  figureColumn('Files', ({ files }) => files?.toLocaleString('en-AU') ?? '—'),
  figureColumn('Size', ({ bytes }) => (bytes === null ? '—' : fileSize(bytes))),
]

/** When the product was last backed up, for administrators. */
export default function BackupsPage() {
  const status = useQuery(query(backupEndpoints.status, {}))
  return (
    <Page
      title="Backups"
      lead="Copies of all receipts, files and accounts. The product can be restored from any of them."
    >
      <QueryView
        query={status}
        loading={<Loading label="Loading the backups" blocks={['h-12', 'h-80']} />}
        error="We couldn’t load the backups."
      >
        {(loaded) => (
          <>
            <Age status={loaded} />
            {loaded.backups.length === 0 ? (
              <EmptyState title="No backups yet.">They’ll be listed here.</EmptyState>
            ) : (
              <Table caption="Backups" columns={columns} rows={loaded.backups} />
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function Age({ status: { isEnabled, isOverdue, backups } }: { status: BackupStatus }) {
  const newest = backups.find(({ finishedAt }) => finishedAt !== null)
  if (!isEnabled) {
    return (
      <Notice tone="warning">Nightly backups are off on this server. To turn them on, set BACKUP_DIR.</Notice>
    )
  }
  if (isOverdue) {
    return (
      <Notice tone="danger">
        There’s been no complete backup for two days. Check that a worker is running with the same BACKUP_DIR,
        and look in its log. Until there’s a new one, nothing is permanently deleted.
      </Notice>
    )
  }
  if (!newest && backups.length > 0) {
    return (
      <Notice tone="warning">
        There’s no complete backup yet. If there’s still none tomorrow, check the worker’s log.
      </Notice>
    )
  }
  if (!newest) return <Notice>The first backup runs tonight.</Notice>
  return <Notice tone="success">Last backup: {shortTime(newest.startedAt)}.</Notice>
}

function Result({ backup: { finishedAt, unreadable } }: { backup: Backup }) {
  if (finishedAt === null) return <Badge tone="wattle">Incomplete</Badge>
  if (unreadable) return <Badge tone="clay">{`${unreadable} damaged`}</Badge>
  return <Badge tone="leaf">Complete</Badge>
}
