-- Names the store that the files of this database are in. The store has the same name in its object `store-id`.
create table file_store (
  is_only boolean primary key default true check (is_only),
  id text not null
);
