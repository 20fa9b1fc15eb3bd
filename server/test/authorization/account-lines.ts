import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
  refresh,
  register,
  setLanguage,
  whoami,
} from '@tagalong/contract/features/auth/auth.contract.ts'
import {
  changeEmail,
  confirmEmail,
  reportNotMe,
  requestToken,
  resetPassword,
} from '@tagalong/contract/features/auth/links.contract.ts'
import {
  addPasskey,
  getPasskeyChallenge,
  loginByPasskey,
  removePasskey,
  startPasskey,
} from '@tagalong/contract/features/auth/passkeys.contract.ts'
import {
  confirmIdentity,
  confirmTotp,
  getSecurity,
  makeRecoveryCodes,
  removeTotp,
  sendMailCode,
  startTotp,
  takeSecondStep,
  turnSecondStepOff,
  turnSecondStepOn,
} from '@tagalong/contract/features/auth/security.contract.ts'
import {
  createCheckoutSession,
  createPortalSession,
  createStripePortalSession,
  getPrice,
  getSubscription,
} from '@tagalong/contract/features/billing/billing.contract.ts'
import { submitCrashReport } from '@tagalong/contract/features/crash-reports/crash-reports.contract.ts'
import {
  listNotifications,
  readNotifications,
} from '@tagalong/contract/features/notifications/notifications.contract.ts'
import {
  getNoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { listConsents } from '@tagalong/contract/features/papers/papers.contract.ts'
import {
  checkSubscription,
  checkSubscriptionOf,
  getPushKey,
  resubscribe,
  subscribe,
  unsubscribe,
} from '@tagalong/contract/features/push/push.contract.ts'
import { downloadMyData } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import { echo } from '@tagalong/contract/http/public.contract.ts'
import { v7 as newId } from 'uuid'
import type { Line } from './line.ts'

const device = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}
/** In the right form, but signed by nobody. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
const attestation = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }

/** Lines of accounts, sessions, notices, payments and what everybody has. */
export const accountLines: Line[] = [
  { endpoint: listNotifications, expect: { all: 200 } },
  { endpoint: readNotifications, expect: { all: 200 } },
  { endpoint: getPushKey, expect: { all: 200 } },
  { endpoint: checkSubscription, expect: { all: 200 } },
  { endpoint: subscribe, request: () => ({ body: { subscription: device } }), expect: { all: 201 } },
  { endpoint: unsubscribe, expect: { all: 200 } },
  {
    endpoint: checkSubscriptionOf,
    request: () => ({ body: { email: 'a@example.org', subscriptionFront: device } }),
    expect: { all: 200 },
  },
  {
    endpoint: resubscribe,
    request: () => ({
      body: { email: 'a@example.org', oldSubscriptionEndpoint: device.endpoint, newSubscription: device },
    }),
    expect: { all: 201 },
  },
  { endpoint: echo, expect: { all: 200 } },
  // Nobody here has a password; erasure.test.ts covers the rest.
  { endpoint: deleteAccount, request: () => ({ body: { password: 'x' } }), expect: { all: 400 } },
  {
    endpoint: login,
    request: () => ({ body: { email: 'nobody@example.org', password: 'x' } }),
    expect: { all: 400 },
  },
  {
    endpoint: register,
    request: () => ({
      body: {
        email: `new${newId()}@example.org`,
        password: 'Abcdef1!',
        confirmPassword: 'Abcdef1!',
        tos: true,
        privacy: true,
        queryParams: [],
      },
    }),
    expect: { all: 201 },
  },
  { endpoint: logout, expect: { all: 200 } },
  { endpoint: whoami, expect: { all: 200 } },
  // A refresh token of a living family is enough to get a pair.
  { endpoint: refresh, expect: { all: 200, anonymous: 401, expired: 401, revoked: 401 } },
  {
    endpoint: requestToken,
    request: () => ({ body: { email: 'nobody@example.org', confirmEmail: 'nobody@example.org' } }),
    expect: { all: 200 },
  },
  {
    endpoint: resetPassword,
    request: () => ({
      body: { password: 'Abcdef1!', confirmPassword: 'Abcdef1!', token: 'x', id: newId() },
    }),
    expect: { all: 400 },
  },
  { endpoint: confirmEmail, request: () => ({ body: { token: 'x', id: newId() } }), expect: { all: 400 } },
  { endpoint: listConsents, expect: { all: 200 } },
  { endpoint: reportNotMe, request: () => ({ body: { token: 'x', id: newId() } }), expect: { all: 400 } },
  { endpoint: changeEmail, request: () => ({ body: { email: 'new@example.org' } }), expect: { all: 200 } },
  // Nobody here has a password; fresh.test.ts and passwords.test.ts cover the rest.
  { endpoint: confirmIdentity, request: () => ({ body: { password: 'x' } }), expect: { all: 400 } },
  {
    endpoint: takeSecondStep,
    request: () => ({ body: { ticket: 'x', code: '000000' } }),
    expect: { all: 400, anonymous: 400 },
  },
  ...[getSecurity, sendMailCode, startTotp, removeTotp, turnSecondStepOff].map((endpoint) => ({
    endpoint,
    expect: { all: 200 },
  })),
  // Nobody here has begun; second-step.test.ts covers the rest.
  { endpoint: confirmTotp, request: () => ({ body: { code: '000000' } }), expect: { all: 409 } },
  { endpoint: makeRecoveryCodes, expect: { all: 409, admin: 200 } },
  // The owner has a passkey.
  { endpoint: turnSecondStepOn, expect: { all: 409, owner: 200 } },
  {
    endpoint: changePassword,
    request: () => ({
      body: { password: 'x', newPassword: 'Sandbox-Sunny-42!', confirmPassword: 'Sandbox-Sunny-42!' },
    }),
    expect: { all: 400 },
  },
  { endpoint: getPasskeyChallenge, expect: { all: 200 } },
  // passkeys.test.ts covers the rest.
  {
    endpoint: loginByPasskey,
    request: () => ({ body: { response: { ...credential, response: assertion } } }),
    expect: { all: 400 },
  },
  { endpoint: startPasskey, expect: { all: 200 } },
  {
    endpoint: addPasskey,
    request: () => ({ body: { name: 'Key', response: { ...credential, response: attestation } } }),
    expect: { all: 400 },
  },
  {
    endpoint: removePasskey,
    request: (ids) => ({ params: { id: ids.passkey } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  { endpoint: getNoticeSettings, expect: { all: 200 } },
  {
    endpoint: setNoticeSettings,
    request: () => ({ body: { mail: 'off', quietFrom: 22, quietTo: 6 } }),
    expect: { all: 200 },
  },
  { endpoint: setLanguage, request: () => ({ body: { language: 'es' } }), expect: { all: 200 } },
  { endpoint: listSessions, expect: { all: 200 } },
  {
    endpoint: endSession,
    request: (ids) => ({ params: { id: ids.session } }),
    expect: { all: 404, owner: 200 },
    missing: 404,
  },
  { endpoint: endOtherSessions, expect: { all: 200 } },
  {
    endpoint: submitCrashReport,
    request: () => ({
      body: {
        componentName: 'Home',
        error: { name: 'Error', message: 'm', stack: 's' },
        userDescription: '',
      },
    }),
    expect: { all: 201 },
  },
  ...[getSubscription, getPrice, createCheckoutSession, createStripePortalSession, createPortalSession].map(
    (endpoint) => ({ endpoint, expect: { all: 200 } }),
  ),
  { endpoint: downloadMyData, expect: { all: 200 } },
]
