-- The dates of a series are ordinary playdates that share its id, and how often it is.
alter table playdate add column series_id uuid;
alter table playdate add column every_weeks smallint check (every_weeks in (1, 2));
alter table playdate add constraint playdate_series_check check ((series_id is null) = (every_weeks is null));
create index playdate_series_id_idx on playdate (series_id) where series_id is not null;
