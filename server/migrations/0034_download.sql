-- Until then a download of the account's data is on its way, and no other begins.
alter table app_user add column packing_until timestamptz;
