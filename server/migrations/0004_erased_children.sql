-- An erased child keeps its row without a name, for the past playdates it was in.
alter table child add column deleted_at timestamptz;
