-- When somebody was last given a page to pay: the nightly look asks about them, whatever was heard of them before.
alter table billing_customer add column checkout_at timestamptz;
