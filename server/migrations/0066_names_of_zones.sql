-- A PostgreSQL may not know a zone by the old name that Intl still gives it, and would count by UTC. `time_zone` holds
-- today's names, as those of contract/src/values/canonical-time-zone.ts.
update caregiver set time_zone = renamed.today
from (values
    ('Africa/Asmera', 'Africa/Asmara'),
    ('America/Buenos_Aires', 'America/Argentina/Buenos_Aires'),
    ('America/Catamarca', 'America/Argentina/Catamarca'),
    ('America/Coral_Harbour', 'America/Atikokan'),
    ('America/Cordoba', 'America/Argentina/Cordoba'),
    ('America/Godthab', 'America/Nuuk'),
    ('America/Indianapolis', 'America/Indiana/Indianapolis'),
    ('America/Jujuy', 'America/Argentina/Jujuy'),
    ('America/Louisville', 'America/Kentucky/Louisville'),
    ('America/Mendoza', 'America/Argentina/Mendoza'),
    ('Asia/Calcutta', 'Asia/Kolkata'),
    ('Asia/Katmandu', 'Asia/Kathmandu'),
    ('Asia/Rangoon', 'Asia/Yangon'),
    ('Asia/Saigon', 'Asia/Ho_Chi_Minh'),
    ('Atlantic/Faeroe', 'Atlantic/Faroe'),
    ('Europe/Kiev', 'Europe/Kyiv'),
    ('Pacific/Enderbury', 'Pacific/Kanton'),
    ('Pacific/Ponape', 'Pacific/Pohnpei'),
    ('Pacific/Truk', 'Pacific/Chuuk')
  ) renamed (old, today)
where caregiver.time_zone = renamed.old;
