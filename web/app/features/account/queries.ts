import { accountEndpoints } from '@docketbox/contract/account'
import type { Input } from '@docketbox/contract/endpoint'
import { call, download, type TransferOptions } from '#platform/api'

export const downloadEverything = (options: TransferOptions) =>
  download(accountEndpoints.exportAll, {}, options)

export const closeAccount = (body: Input<typeof accountEndpoints.close>['body']) =>
  call(accountEndpoints.close, { body })
