-- The photo that an adjusted copy was made of, so that uploading it again is recognised. Null for the parts of a split photo.
alter table receipt_versions add column original_sha256 bytea;

-- Earlier copies that were filed together with their originals. If two files share one, they're the parts of a split photo.
update receipt_versions copy set original_sha256 = original.sha256 from receipt_versions original
where original.replaced_at = original.created_at and copy.created_at = original.created_at
  and copy.owner_id = original.owner_id and copy.receipt_id = original.receipt_id and copy.file_id = original.file_id
  and copy.version = original.version + 1
  and not exists (
    select from receipt_versions other
    where other.owner_id = original.owner_id and other.sha256 = original.sha256
      and other.replaced_at = other.created_at and other.file_id <> original.file_id
  );

create index receipt_versions_of_original on receipt_versions (original_sha256, owner_id)
  where original_sha256 is not null;
