/**
 * A statement that inserts receipts with a file each, spread over the categories and seven minutes apart. The files have
 * no stored bytes.
 */
export function seedReceipts(ownerId: string, count: number): string {
  return `
    with seeds as (
      select gen_random_uuid() as receipt_id, n, sha256(('seed ${ownerId}' || n)::bytea) as sha256,
        'docket-' || n || '.jpg' as title, now() - n * interval '7 minutes' as created_at,
        (select id from categories where position = 1 + n % 6) as category_id
      from generate_series(1, ${count}) n
    ), inserted_blobs as (
      insert into blobs (sha256, size_bytes, crc32, created_at, sent_at)
      select sha256, 200000 + n, n, created_at, created_at from seeds
    ), inserted_receipts as (
      insert into receipts (id, owner_id, category_id, titles, description, total_cents, captured_on, created_at, updated_at)
      select receipt_id, '${ownerId}', category_id, title, 'Fuel for the trip to client ' || n, n * 37 % 20000,
        created_at::date, created_at, created_at from seeds
    )
    insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type,
      size_bytes, width, height, preview, created_at)
    select '${ownerId}', receipt_id, gen_random_uuid(), 1, 0, sha256, title, 'image/jpeg', 200000 + n, 1200, 1600,
      'image', created_at from seeds`
}

/**
 * Statements that give an owner each of their receipts with one file `times` times, with the same stored bytes. Triggers
 * are off: they would compare each with all others.
 */
export function multiplyReceipts(ownerId: string, times: number): string {
  return `
    set session_replication_role = replica;
    with copies as (
      select gen_random_uuid() as copy_id, n, r.* from receipts r, generate_series(2, ${times}) n
      where r.owner_id = '${ownerId}'
    ), inserted as (
      insert into receipts (id, owner_id, category_id, titles, description, captured_on, created_at, updated_at)
      select copy_id, owner_id, category_id, titles, description || ' ' || n, captured_on, created_at, updated_at
      from copies
    )
    insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type,
      size_bytes, width, height, preview, created_at)
    select v.owner_id, c.copy_id, gen_random_uuid(), 1, 0, v.sha256, v.title, v.type, v.size_bytes, v.width, v.height,
      v.preview, v.created_at
    from copies c join receipt_versions v on v.owner_id = c.owner_id and v.receipt_id = c.id;
    set session_replication_role = default`
}
