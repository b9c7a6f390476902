-- How many pages a PDF has, so that uploading it again doesn't lose the number: its preview is already rendered then.
alter table blobs add column pages integer;

update blobs set pages = known.pages from (
  select sha256, pages from drafts where pages is not null
  union
  select sha256, pages from receipt_versions where pages is not null
) known
where blobs.sha256 = known.sha256;

update drafts set pages = blobs.pages from blobs
where blobs.sha256 = drafts.sha256 and drafts.pages is null and blobs.pages is not null;

update receipt_versions set pages = blobs.pages from blobs
where blobs.sha256 = receipt_versions.sha256 and receipt_versions.pages is null and blobs.pages is not null;

-- If no row has the number, the preview is rendered again, which counts the pages.
update derivatives set state = 'pending', result_sha256 = null, thumbnail_sha256 = null
where kind = 'preview' and state = 'done' and sha256 in (
  select sha256 from drafts where type = 'application/pdf' and pages is null
  union
  select sha256 from receipt_versions where type = 'application/pdf' and pages is null
);
