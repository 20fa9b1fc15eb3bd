import type { CDPSession, Page } from '@playwright/test'

/** The page's screen lock or security key, emulated by Chromium's developer tools. */
export interface VirtualAuthenticator {
  /** Whether requests are confirmed at once, as if by a finger or a press. Off at first. */
  attend(isAttended: boolean): Promise<void>
  /** Number of passkeys stored. */
  count(): Promise<number>
}

/** Adds an authenticator that verifies the user whenever it is attended. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const tools: CDPSession = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    async attend(enabled) {
      await tools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    async count() {
      return (await tools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
  }
}
