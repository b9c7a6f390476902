import { hash } from 'node:crypto'
import { connect, type S3Settings } from './store.ts'

/** Small texts in a bucket, by key. */
export function s3Texts(settings: Omit<S3Settings, 'incoming'>) {
  const { bucket: Bucket, prefix: Prefix = '' } = settings
  let connected: ReturnType<typeof connect> | undefined
  const s3 = () => (connected ??= connect(settings))

  return {
    /** The names of all texts, without the prefix. */
    async list(): Promise<string[]> {
      const { client, library } = await s3()
      const pages = await Array.fromAsync(library.paginateListObjectsV2({ client }, { Bucket, Prefix }))
      return pages.flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key.slice(Prefix.length)))
    },
    async read(name: string): Promise<string> {
      const { client, library } = await s3()
      const { Body } = await client.send(new library.GetObjectCommand({ Bucket, Key: Prefix + name }))
      return Body!.transformToString()
    },
    async write(name: string, text: string): Promise<void> {
      const { client, library } = await s3()
      // Without a checksum, a bucket with object lock refuses it.
      const ChecksumSHA256 = hash('sha256', text, 'base64')
      const object = { Bucket, Key: Prefix + name, Body: text, ChecksumSHA256 }
      await client.send(new library.PutObjectCommand(object))
    },
    async remove(name: string): Promise<void> {
      const { client, library } = await s3()
      await client.send(new library.DeleteObjectCommand({ Bucket, Key: Prefix + name }))
    },
  }
}
