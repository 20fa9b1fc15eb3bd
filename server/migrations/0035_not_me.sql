-- The link 'That wasn't me' of a mail about what happened to an account; email is whom it was mailed to.
alter table mail_token
  drop constraint mail_token_kind_check,
  add constraint mail_token_kind_check check (kind in ('reset', 'confirm-email', 'undo-email', 'not-me'));
