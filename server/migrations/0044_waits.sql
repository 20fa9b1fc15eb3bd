-- How long a request waits for its answer, until when, and that a cancelled one ended by that. null of the wait is no rush.
alter table playdate add column wait text check (wait in ('hours', 'day'));
alter table playdate add column answer_by timestamptz;
alter table playdate add column ended_as text check (ended_as = 'over');
create index playdate_answer_by_idx on playdate (answer_by) where status = 'pending' and answer_by is not null;
