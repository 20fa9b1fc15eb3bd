/** The app's settings. Tests remove them, so that those of the person running tests can't lead to real data. */
export const ofTheApp =
  /^(?:DATABASE_URL|REDIS_URL|DRAIN_SECONDS|DATA_DIR|PORT|HOST|PUBLIC_URL|BRAND_NAME|TRUST_PROXY|METRICS_TOKEN|LOG_LEVEL|WEB_DIST|SEED_DEMO|DEMO_PAYMENTS|ACCESS_TOKEN_SECONDS|SMTP_URL|MAIL_FROM|REQUIRE_INVITE|SAFETY|SAFETY_PROMISE|EMERGENCY_NUMBER|PAPERS_NEXT|SEAL_KEY|PHONE_PROVIDER|TWILIO_\w+|S3_\w+|STRIPE_\w+|NODE_ENV)$/

/**
 * Removes the app's settings, for tools that run tests themselves. Keeps NODE_ENV, by which they name the kind of run.
 */
export function forgetSettings() {
  for (const name of Object.keys(process.env))
    if (ofTheApp.test(name) && name !== 'NODE_ENV') delete process.env[name]
}
