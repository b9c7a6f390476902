import { accountEndpoints } from '@docketbox/contract/account/endpoints'
import type { Input } from '@docketbox/contract/core/endpoint'
import { call, download, type TransferOptions } from '#platform/api/client.ts'

export const downloadEverything = (options: TransferOptions) =>
  download(accountEndpoints.exportAll, {}, options)

export const closeAccount = (body: Input<typeof accountEndpoints.close>['body']) =>
  call(accountEndpoints.close, { body })
