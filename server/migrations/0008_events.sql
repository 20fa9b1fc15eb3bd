-- An invitee's answer to an event; null before it is given, and again when the event is moved.
alter table playdate_caregiver add column response text check (response in ('accepted', 'rejected'));
