-- Administrators list caregivers by their numbers; the unique index holds the proven ones only.
create index caregiver_phone_number_idx on caregiver (phone_number, id) where deleted_at is null;
