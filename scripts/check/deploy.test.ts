import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '../../server/src/env.ts'
import { ensureTool } from '../programs.mjs'
import { ofTheApp as isOfTheApp } from '../settings.mjs'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const yaml = (path: string) => parse(read(path), { merge: true })

/** The app's settings, as listed in the table of docs/operations.md. */
const settings = new Set(
  [...read('docs/operations.md').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  ),
)
/** Read by pg itself. */
const ofTheDriver = 'PGPASSWORD'
/** Read by compose itself, to build other settings. */
const ofCompose = ['DOMAIN', 'POSTGRES_PASSWORD']
/** Settings that compose passes to no app. */
const notForCompose = [
  // Set by the image.
  'HOST',
  'PORT',
  'DATA_DIR',
  'WEB_DIST',
  // Only for trying the app on one machine; a deployment has a domain.
  'SAFETY',
  'PAPERS_NEXT',
  'SEED_DEMO',
  // For tests.
  'ACCESS_TOKEN_SECONDS',
  'TWILIO_API_BASE',
  'STRIPE_API_BASE',
]
const slowestStopSeconds = 10

const kubernetes = 'deploy/kubernetes'
const [workload, service, ingress, disruption, autoscaler] = [
  'deployment',
  'service',
  'ingress',
  'disruption',
  'autoscaler',
].map((name) => yaml(`${kubernetes}/${name}.yaml`))
const pod = workload.spec.template.spec
const [app] = pod.containers
const example = {
  ...yaml(`${kubernetes}/settings.yaml`).data,
  ...yaml(`${kubernetes}/secret.example.yaml`).stringData,
}
const given = {
  ...example,
  SEAL_KEY: randomBytes(32).toString('base64'),
  METRICS_TOKEN: randomBytes(16).toString('hex'),
}

const settingsOfTheApp = () =>
  [...read('server/src/env.ts').matchAll(/^ {2}([A-Z0-9_]+): z\./gm)].flatMap(([, name]) => name ?? [])

test('the table of settings names each setting of the app, and no other', () => {
  const ofTheApp = settingsOfTheApp()
  expect(ofTheApp.length).toBeGreaterThan(20)
  expect([...settings].sort()).toEqual([...ofTheApp, ofTheDriver].sort())
})

test('tests keep every setting in their own environment from the app', () => {
  expect(settingsOfTheApp().filter((name) => !isOfTheApp.test(name))).toEqual([])
})

test('the manifests set only settings of the app, with values that it accepts', () => {
  expect(Object.keys(given).filter((name) => !settings.has(name))).toEqual([])
  const env = readEnv(given)
  expect(env).toMatchObject({ drainSeconds: 10, publicUrl: 'https://play.example.org' })
  expect([env.databaseUrl, env.redisUrl, env.s3, env.stripe]).not.toContain(undefined)
})

test('secrets copied from the public example are refused', () => {
  const refusal = 'must be one of your own, not that of the example.'
  expect(() => readEnv(example)).toThrow(`METRICS_TOKEN ${refusal}\nSEAL_KEY ${refusal}`)
})

test('compose sets all settings of the app but a few, and the example names what it asks for', () => {
  const { services } = yaml('deploy/compose.yaml')
  for (const { environment } of [services.app1, services.app2]) {
    expect([...Object.keys(environment), ...notForCompose].sort()).toEqual([...settings].sort())
    expect(readEnv(filled(environment))).toMatchObject({ drainSeconds: 5, publicUrl: 'https://asked.for' })
  }
  const named = [...read('deploy/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(named).toEqual(expect.arrayContaining(ofCompose))
  expect(named.filter((name) => !settings.has(name) && !ofCompose.includes(name))).toEqual([])
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)
  expect(asked.filter((name) => !settings.has(name) && !ofCompose.includes(name))).toEqual([])
})

/** Fills in the variables as compose does if only the required ones are set. */
function filled(environment: Record<string, string>, given = 'asked.for'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-\}/g, '').replaceAll(/\$\{\w+:\?\}/g, () => given),
    ]),
  )
}

test('any password of the database reaches the app unchanged', () => {
  const password = `a/b#c?d@e:f%2Fg&h$i 'j"`
  const { environment } = yaml('deploy/compose.yaml').services.app1
  const { DATABASE_URL: connectionString, PGPASSWORD } = filled(environment, password)
  vi.stubEnv('PGPASSWORD', PGPASSWORD)
  const { user, host, port, database, password: used } = new pg.Client({ connectionString })
  vi.unstubAllEnvs()
  expect([user, host, port, database, used]).toEqual(['tagalong', 'postgres', 5432, 'tagalong', password])
})

test('none of our PostgreSQL servers logs the values of what it refuses', () => {
  expect(yaml('deploy/compose.yaml').services.postgres.command).toBe('postgres -c log_error_verbosity=terse')
  const { parameters } = yaml('deploy/cluster/patroni.yaml').postgresql
  expect(parameters).toMatchObject({ log_error_verbosity: 'terse' })
})

test('a process has the time to drain and to stop before it is killed', () => {
  const needed = Number(given.DRAIN_SECONDS) + slowestStopSeconds
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed)
  const { app1 } = yaml('deploy/compose.yaml').services
  expect(Number.parseInt(app1.stop_grace_period, 10)).toBeGreaterThan(
    Number(app1.environment.DRAIN_SECONDS) + slowestStopSeconds,
  )
  // No more requests are routed to it by then.
  const { periodSeconds, failureThreshold } = app.readinessProbe
  expect(periodSeconds * failureThreshold).toBeLessThan(Number(given.DRAIN_SECONDS))
})

test('the manifests agree on the pods, the port and the probes', () => {
  const labels = { 'app.kubernetes.io/name': 'tagalong' }
  expect(yaml(`${kubernetes}/kustomization.yaml`).labels).toEqual([{ pairs: labels, includeSelectors: true }])
  expect(disruption.spec.selector.matchLabels).toEqual(labels)
  expect(autoscaler.spec.scaleTargetRef).toMatchObject({
    kind: workload.kind,
    name: workload.metadata.name,
  })
  expect(service.spec.ports[0].targetPort).toBe(app.ports[0].name)
  expect(ingress.spec.rules[0].http.paths[0].backend.service).toEqual({
    name: service.metadata.name,
    port: { name: service.spec.ports[0].name },
  })
  const probes = [app.startupProbe, app.livenessProbe, app.readinessProbe].map(({ httpGet }) => httpGet.path)
  expect(probes).toEqual(['/health', '/health', '/ready'])
  const { resources } = yaml(`${kubernetes}/kustomization.yaml`)
  const files = readdirSync(join(root, kubernetes)).map((name) => name.replace('.example', ''))
  expect(resources.filter((name: string) => !files.includes(name))).toEqual([])
})

test('the image is built from existing files, on the Node version of the tests', () => {
  const dockerfile = read('deploy/Dockerfile')
  const { devDependencies } = JSON.parse(read('package.json'))
  const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
  expect(new Set(bases)).toEqual(new Set([devDependencies.node]))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([])
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
  expect(Number(port)).toBe(app.ports[0].containerPort)
  expect(dockerfile).toContain(`PORT=${port}`)
  const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? []
  expect(existsSync(join(root, JSON.parse(command).at(-1)))).toBe(true)
})

test('the systemd unit is valid, confines the app, and starts an existing file', async () => {
  const unit = read('deploy/tagalong.service')
  const folder = mkdtempSync(join(tmpdir(), 'tagalong-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'tagalong.service')
  writeFileSync(file, unit.replaceAll('/opt/tagalong', root))
  const ask = (...args: string[]) =>
    spawnSync(ensureTool('systemdAnalyze'), [...args, file], { encoding: 'utf8' })
  const verified = ask('verify')
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  // In tenths of the exposure score from 0 to 10; lower is safer.
  expect(ask('security', '--offline=true', '--threshold=25').status).toBe(0)
  expect(existsSync(join(root, unit.match(/^ExecStart=.* (\S+)$/m)?.[1] ?? '-'))).toBe(true)
  expect(unit).toContain('/var/lib/tagalong')
  expect(Number(unit.match(/^TimeoutStopSec=(\d+)$/m)?.[1])).toBeGreaterThan(slowestStopSeconds)
})

test('commands outside the systemd unit reach the database that it runs', () => {
  const lineOf = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(read('deploy/tagalong.service'))?.[1]
  // The socket is in the temporary folder, and /tmp is private to the unit.
  expect(lineOf('Environment')?.split(' ')).toContain(`TMPDIR=/run/${lineOf('RuntimeDirectory')}`)
  expect([lineOf('PrivateTmp'), lineOf('RuntimeDirectoryMode')]).toEqual(['yes', '0700'])
  // It would hide processes' working folders, by which the database is identified.
  expect(lineOf('PrivateUsers')).toBeUndefined()
})

test('the settings of a school’s machine are settings of the app', () => {
  const names = Object.keys(parseEnv(read('deploy/machine/settings.env')))
  expect(names.filter((name) => !settings.has(name))).toEqual([])
})

test('by the documented steps compose is updated one process at a time, and restored while none runs', () => {
  const { services } = yaml('deploy/compose.yaml')
  const apps = Object.keys(services).filter((name) => services[name].image === 'tagalong')
  const blocks = [...read('docs/operations.md').matchAll(/^```sh\n(.+?)\n```$/gms)].map(([, lines = '']) =>
    lines.split('\n'),
  )
  expect(blocks).toContainEqual([
    'docker compose build',
    ...apps.map((name) => `docker compose up --detach --no-deps --wait ${name}`),
  ])
  const restore = blocks.find((lines) => lines.some((line) => line.includes('restore.ts'))) ?? []
  expect(restore[0]).toBe(`docker compose stop ${apps.join(' ')}`)
  expect(restore.at(-1)).toBe(`docker compose start ${apps.join(' ')}`)
  const { POSTGRES_USER, POSTGRES_DB } = services.postgres.environment
  expect(restore).toContain(
    `docker compose exec postgres createdb --username ${POSTGRES_USER} ${POSTGRES_DB}`,
  )
})

test('the documented update of a school’s machine stops the app while it is rebuilt', () => {
  const [, steps = ''] = /^- A new release: ([^.]+)\./m.exec(read('docs/school.md')) ?? []
  const commands = [...steps.matchAll(/`([^`]+)`/g)].map(([, command]) => command)
  expect(commands).toEqual([
    'systemctl stop tagalong',
    'git pull',
    'npm ci',
    'npm run build',
    'systemctl start tagalong',
  ])
})

test('the files of a cluster agree, and a leader that can’t renew its lock stops in time', () => {
  const { dcs } = yaml('deploy/cluster/patroni.yaml').bootstrap
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
  expect([dcs.synchronous_mode, dcs.synchronous_mode_strict]).toEqual([true, true])
  const asked = [...read('deploy/cluster/haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)
  const haproxy = parseEnv(read('deploy/cluster/haproxy.env'))
  expect(Object.keys(haproxy).sort()).toEqual(asked.sort())
  const patroni = parseEnv(read('deploy/cluster/patroni.env'))
  expect(patroni.PATRONI_POSTGRESQL_LISTEN).toBe(haproxy.ONE_POSTGRES)
  expect(patroni.PATRONI_RESTAPI_LISTEN).toMatch(new RegExp(`:${haproxy.ONE_PATRONI}$`))
  const etcd = parseEnv(read('deploy/cluster/etcd.env'))
  expect(patroni.PATRONI_ETCD_HOSTS?.split(',').map((each) => `http://${each}`)).toContain(
    etcd.ETCD_ADVERTISE_CLIENT_URLS,
  )
})
