import type { CDPSession, Page } from '@playwright/test'

/** The page's own screen lock or key, as Chromium's developer tools play it. */
export interface VirtualAuthenticator {
  /** Whether somebody presses it, or shows their finger, as soon as it is asked. Nobody does at first. */
  attend(isAttended: boolean): Promise<void>
  /** How many passkeys it holds. */
  count(): Promise<number>
}

/** It sees a finger or a face whenever somebody is there. */
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
