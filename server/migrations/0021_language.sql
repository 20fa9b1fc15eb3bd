-- In which language somebody reads what we write to them.
alter table app_user add column language text not null default 'en' check (language in ('en', 'es'));
