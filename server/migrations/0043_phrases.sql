-- Which of the words ready to send a message is: each reader's app shows it in their language. The text stands beside it.
alter table message add column phrase text check (phrase in
  ('on-our-way', 'late', 'here', 'bring', 'thanks', 'later', 'sick', 'not-this-time'));
