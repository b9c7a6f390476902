-- What was confirmed before an owner accepted a proposed label, to take that back.
alter table room_notes add column replaced_label text;
