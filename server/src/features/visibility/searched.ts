import { sql } from 'kysely'

// The texts that administrators search, exactly as they are indexed. Lists of other tables search them, too.

/** Of an account: its email comes first. */
export const userText = sql`(app_user.email || chr(10) || coalesce(query_params_text(app_user.query_params), ''))`

/** Of a profile: its name comes first. */
export const caregiverText = sql`(btrim(caregiver.name || ' ' || caregiver.last_name) || chr(10)
  || caregiver.phone_number || chr(10) || caregiver.zip_code)`
