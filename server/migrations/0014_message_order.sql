-- The database says in which order messages were written, whatever the clocks of the processes say. It does so under
-- the room's lock: whoever reads one message has all that stand before it. The trigger serves the release before, too.
create sequence message_seq;
-- Those that are there come first, by their ids.
alter table message add column seq bigint default 0;
alter table message alter column seq drop default;

create function number_message() returns trigger language plpgsql as $$
begin
  perform from chat_room where id = new.room_id for no key update;
  new.seq := nextval('message_seq');
  return new;
end $$;

-- What a backup brings has its number already.
create trigger message_is_numbered before insert on message
  for each row when (new.seq is null) execute function number_message();

create index message_room_order_idx on message (room_id, seq, id);
drop index message_room_id_idx;
