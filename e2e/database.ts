import pg from 'pg'

/** Writes to the journeys' database what no screen and no call can bring about. */
export async function inDatabase(
  sql: string,
  values: readonly unknown[],
  url = process.env.E2E_DATABASE_URL,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql, [...values])
  } finally {
    await client.end()
  }
}

/** Makes the session no longer fresh, so that irreversible actions ask for identity first. */
export function confirmedLongAgo(email: string, url?: string): Promise<void> {
  return inDatabase(
    `update session set confirmed_at = now() - interval '1 hour'
     where user_id = (select id from app_user where email = $1)`,
    [email],
    url,
  )
}

/** Expires every access token of that user, as after ten minutes. */
export function expireAccess(email: string): Promise<void> {
  return inDatabase(
    `update access_token set expires_at = now() - interval '1 second'
     from session, app_user
     where session.id = access_token.session_id and app_user.id = session.user_id and app_user.email = $1`,
    [email],
  )
}
