-- Grows with all that is added to an open report: a decision closes it as it was read.
alter table report add column version int not null default 1;
