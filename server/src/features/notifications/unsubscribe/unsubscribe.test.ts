import {
  getNoticeSettings,
  setNoticeSettings,
} from '@tagalong/contract/features/notifications/settings.contract.ts'
import { deleteUser } from '@tagalong/contract/features/users/users.admin.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadSecret } from '#db/secrets.ts'
import { lines } from '#http/server/logging.ts'
import { type Reply, type TestApp, testApp } from '#test/app.ts'
import { addParent, addPerson, fingerprint, type Parent } from '#test/world.ts'
import { unsubscribeTokenOf } from './unsubscribe-token.ts'

let t: TestApp
let base: string
let priya: Parent
let path: string
beforeAll(async () => {
  t = await testApp({ LOG_LEVEL: 'info' })
  vi.spyOn(lines, 'write').mockReturnValue(true)
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  vi.spyOn(lines, 'write').mockReturnValue(true)
  await t.reset()
  priya = await addParent(t.database, { name: 'Priya' })
  path = await pathOf(priya)
})
afterAll(() => t.close())

async function pathOf({ userId }: Parent): Promise<string> {
  return `/unsubscribe/${unsubscribeTokenOf(await loadSecret(t.database, 'unsubscribe'), userId)}`
}
const mailOf = async (as: Parent) => (await t.call(getNoticeSettings, {}, { as })).body.data.mail
const get = (url: string, headers = {}) => t.send('GET', url, { headers })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (url: string, payload: string, headers = form) => t.send('POST', url, { payload, headers })
const oneClick = 'List-Unsubscribe=One-Click'

/** URLs with one letter changed, all over the token; the last letter also in bits that its bytes don't use. */
function changed(url: string): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const start = '/unsubscribe/'.length
  const places = Array.from(url.slice(start), (_letter, at) => start + at).filter((at) => at % 7 === 0)
  const alike = letters.indexOf(url.at(-1) ?? '')
  return [
    ...places.map((at) => url.slice(0, at) + (url[at] === 'a' ? 'b' : 'a') + url.slice(at + 1)),
    ...[1, 2, 3].map((more) => url.slice(0, -1) + letters[alike + more]),
  ]
}

describe('the unsubscribe link', () => {
  test('ends mails by one POST without a session, in both encodings of the standard', {
    tags: ['TIME-81'],
  }, async () => {
    const bodies = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new FormData()]
    ;(bodies[1] as FormData).set('List-Unsubscribe', 'One-Click')
    for (const body of bodies) {
      await t.call(setNoticeSettings, { body: { mail: 'soon', quietFrom: 21, quietTo: 7 } }, { as: priya })
      const answer = await fetch(base + path, { method: 'POST', body })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
      const { data } = (await t.call(getNoticeSettings, {}, { as: priya })).body
      expect(data).toEqual({ mail: 'off', quietFrom: 21, quietTo: 7 })
      // Again, with the same result.
      expect((await fetch(base + path, { method: 'POST', body })).status).toBe(200)
    }
  })

  test('changes nothing when it is opened or posted to with a wrong body', {
    tags: ['TIME-81'],
  }, async () => {
    const before = await fingerprint(t.database)
    for (const url of [path, path, `${path}?${oneClick}`, `${path}?undo=1`]) {
      for (const method of ['GET', 'HEAD']) expect((await t.send(method, url)).status).toBe(200)
    }
    expect(await fingerprint(t.database)).toBe(before)
    expect(await mailOf(priya)).toBe('soon')
    for (const payload of ['', 'List-Unsubscribe=No', 'x=1', oneClick.toLowerCase()])
      expect([payload, (await post(path, payload)).status]).toEqual([payload, 400])
    expect((await post(path, '{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await post(path, 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await post(path, `a=${'x'.repeat(5_000)}`)).status).toBe(413)
    expect(await mailOf(priya)).toBe('soon')
  })

  test('has a page without scripts that asks first and offers to undo', { tags: ['TIME-82'] }, async () => {
    const asks = await get(path)
    expect(asks.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(asks.text).toContain('<h1>Stop these mails?</h1>')
    expect(asks.text).toContain('>Stop These Mails</button>')
    expect(asks.text).not.toMatch(/<script|style="|javascript:|priya/i)
    const ended = await post(path, 'stop=1')
    expect(ended.text).toContain("<h1>Done. You won't get them any more.</h1>")
    expect(await mailOf(priya)).toBe('off')
    // A second visit doesn't ask for what is done already.
    expect((await get(path)).text).toContain('>Turn them back on</button>')
    const back = await post(path, 'undo=1')
    expect(back.text).toContain('<h1>They come once a day again.</h1>')
    expect(await mailOf(priya)).toBe('daily')
  })

  test('is in the user’s language, whatever the browser’s', { tags: ['TIME-82', 'TIME-88'] }, async () => {
    await t.database.pool.query(`update app_user set language = 'es' where id = $1`, [priya.userId])
    const { text } = await get(path, { 'accept-language': 'en' })
    expect(text).toContain('<html lang="es">')
    expect(text).toContain('¿Dejar de recibir estos correos?')
    expect((await post(path, 'stop=1')).text).toContain('Listo. Ya no los recibirás.')
  })

  test('is refused with a letter changed, with another user’s signature, or for an erased account', {
    tags: ['TIME-82'],
  }, async () => {
    const amara = await addParent(t.database, { name: 'Amara' })
    const [, signature = ''] = (await pathOf(amara)).split('.')
    const mixed = `/unsubscribe/${priya.userId}.${signature}`
    const upper = path.replace(priya.userId, priya.userId.toUpperCase())
    const wrong = [...changed(path), mixed, `${path}=`, `${path}/`, `${path}/x`, path.slice(0, -1)]
    const before = await fingerprint(t.database)
    for (const url of [...wrong, ...(upper === path ? [] : [upper]), '/unsubscribe/', '/unsubscribe/%00']) {
      expect([url, (await get(url)).status]).toEqual([url, 404])
      expect([url, (await post(url, oneClick)).status]).toEqual([url, 404])
    }
    expect(await fingerprint(t.database)).toBe(before)
    expect((await get(mixed, { 'accept-language': 'es' })).text).toContain('<html lang="es">')

    const admin = await addPerson(t.database, { isAdmin: true })
    expect((await t.call(deleteUser, { params: { id: priya.userId } }, { as: admin })).status).toBe(200)
    for (const reply of [await get(path), await post(path, oneClick)]) expect(reply.status).toBe(404)
  })

  test('survives a changed password and the end of all sessions', { tags: ['TIME-81'] }, async () => {
    await t.database.pool.query(`update app_user set password_hash = 'x' where id = $1`, [priya.userId])
    await t.database.pool.query('delete from session where user_id = $1', [priya.userId])
    expect((await post(path, oneClick)).status).toBe(200)
    const { rows } = await t.database.pool.query('select mail from app_user where id = $1', [priya.userId])
    expect(rows).toEqual([{ mail: 'off' }])
  })

  test('is limited by IP address for wrong tokens, and by user for right ones', async () => {
    const from = { ...form, 'x-forwarded-for': '192.0.2.9' }
    const [wrong = ''] = changed(path)
    for (let n = 0; n < 60; n += 1) expect((await post(wrong, oneClick, from)).status).toBe(404)
    const refused = await post(wrong, oneClick, from)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    // Guessing doesn't stop mail programs behind the same IP address.
    expect((await post(path, oneClick, from)).status).toBe(200)
    for (let n = 1; n < 60; n += 1) expect((await get(path)).status).toBe(200)
    expect((await get(path)).status).toBe(429)
  })

  test('appears in no log, metric, reply or referrer', { tags: ['TIME-81'] }, async () => {
    const token = path.slice('/unsubscribe/'.length)
    const signature = token.slice(token.indexOf('.') + 1)
    const [wrong = ''] = changed(path)
    const replies: Reply[] = []
    for (const url of [path, wrong, `/${path}`, `${path}/x`, path.replace('unsub', 'Unsub'), `${path}%zz`])
      replies.push(await get(url), await post(url, oneClick), await post(url, 'x'))
    await t.database.pool.query('alter table app_user rename column mail to mail_away')
    replies.push(await post(path, oneClick))
    await t.database.pool.query('alter table app_user rename column mail_away to mail')
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 500]))
    for (const { headers, text } of replies) expect(JSON.stringify(headers) + text).not.toContain(signature)
    const { headers } = await get(path)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self';style-src 'self' 'sha256-[\w+/]+=*';/)
    expect(policy).toContain("form-action 'self'")
    const logged = vi.mocked(lines.write).mock.calls.join('\n')
    expect(logged).toContain('/unsubscribe/…')
    expect(logged).toContain('request failed')
    expect(logged).not.toContain('TypeError')
    const metrics = await t.app.metrics.metrics()
    expect(metrics).toContain('route="/unsubscribe/*"')
    for (const text of [logged, metrics]) expect(text).not.toContain(signature)
  })
})
