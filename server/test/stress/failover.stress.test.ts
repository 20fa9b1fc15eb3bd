import { afterAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#test/cluster/cluster.ts'

let cluster: Cluster | undefined
afterAll(() => cluster?.close())

test.skipIf(process.env.ASSURE !== '1')(
  'the leader of a real cluster (npm run assure -- failover)',
  async () => {
    cluster = await startCluster(['tagalong', 'witness'])
    console.log(cluster.folder, await cluster.settled())
    expect(1).toBe(1)
  },
  3_600_000,
)
