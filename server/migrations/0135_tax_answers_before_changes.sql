-- An owner's tax answers for a finished year, before they changed. They decide the labels and the GST of its figures.
alter table figures_before_changes drop constraint figures_before_changes_source_check;
alter table figures_before_changes add check (source in ('records', 'expenses', 'taxAnswers'));
