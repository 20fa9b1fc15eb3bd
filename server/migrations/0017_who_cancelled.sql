-- Who called a playdate off, and why where it was not a decision of theirs: 'children', none of theirs is in it any
-- more, or 'account', theirs is gone. Rows of caregivers stay for ever.
alter table playdate add column cancelled_by uuid, add column cancel_cause text;
