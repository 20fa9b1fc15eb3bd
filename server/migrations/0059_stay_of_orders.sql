-- Whether who proposes stays, the same for each request of an order.
alter table ask add column stay text check (stay in ('stay', 'drop'));
