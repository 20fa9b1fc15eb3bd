-- A user as the payment provider knows them, and what it said of their subscription when it was last read.
create table billing_customer (
  -- the provider's own name for it, for example cus_…
  id text primary key,
  provider text not null,
  -- false while the app runs with another provider: it counts for nothing then
  is_current boolean not null default true,
  -- null once the account is erased: the provider has yet to be told
  user_id uuid references app_user on delete set null,
  created_at timestamptz not null default now(),
  -- null where there is no subscription
  status text check (status in (
    'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  benefits_end_at timestamptz,
  -- Readings are numbered before they begin: an older one never replaces what a newer one brought.
  last_reading integer not null default 0,
  stored_reading integer not null default 0,
  -- the end, and whether it is the failing payment, of which a mail told
  told_end_at timestamptz,
  told_failing boolean not null default false,
  constraint billing_customer_user_key unique (user_id, provider)
);
create index billing_customer_benefits_end_at_idx on billing_customer (benefits_end_at)
  where benefits_end_at is not null;

-- What the provider told us, each once. What it was about is read from the provider itself.
create table billing_event (
  id text primary key,
  customer_id text not null references billing_customer on delete cascade,
  received_at timestamptz not null default now(),
  -- when what it led to was stored
  handled_at timestamptz
);
create index billing_event_customer_id_idx on billing_event (customer_id);
create index billing_event_waiting_idx on billing_event (received_at) where handled_at is null;
create index billing_event_received_at_idx on billing_event (received_at);

-- The books of the demo provider, which stands in where there is no other. No money, no cards.
create table demo_subscription (
  id text primary key,
  customer_id text not null,
  status text not null,
  period_ends_at timestamptz not null,
  cancel_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index demo_subscription_customer_id_idx on demo_subscription (customer_id);
