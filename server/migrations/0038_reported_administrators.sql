-- An administrator may have no profile; what one did is reported and decided all the same.
alter table report
  add column subject_user_id uuid references app_user on delete cascade;
create index report_subject_user_id_idx on report (subject_user_id, created_at) where subject_user_id is not null;

alter table decision
  add column subject_user_id uuid references app_user on delete cascade;
create index decision_subject_user_id_idx on decision (subject_user_id, created_at) where subject_user_id is not null;
