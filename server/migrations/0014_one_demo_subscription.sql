-- The demo provider asked whether a subscription goes on, and then wrote: two pages paid at once made two. Of several
-- that go on, the newest does; from now on the database holds each customer to one.
update demo_subscription older set status = 'canceled', ended_at = now()
  where older.status <> 'canceled'
    and exists (
      select from demo_subscription newer
        where newer.customer_id = older.customer_id
          and newer.status <> 'canceled'
          and (newer.created_at, newer.id) > (older.created_at, older.id)
    );
create unique index demo_subscription_going_on_idx on demo_subscription (customer_id) where status <> 'canceled';
