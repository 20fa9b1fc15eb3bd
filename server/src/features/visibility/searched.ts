import { sql } from 'kysely'

// What administrators search, as it is indexed: other lists than the tables' own look there, too.

/** Of an account, its address first. */
export const userText = sql`(app_user.email || chr(10) || coalesce(query_params_text(app_user.query_params), ''))`

/** Of a profile, its name first. */
export const caregiverText = sql`(btrim(caregiver.name || ' ' || caregiver.last_name) || chr(10)
  || caregiver.phone_number || chr(10) || caregiver.zip_code)`
