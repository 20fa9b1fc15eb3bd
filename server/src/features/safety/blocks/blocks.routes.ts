import * as calls from '@tagalong/contract/features/safety/blocks.contract.ts'
import { presentNothing, route } from '#http/route.ts'
import { blockable, ownBlock, toBlock } from './blocks.policy.ts'
import { blockCaregiver, previewBlock, refuseManyBlocks, unblockCaregiver } from './blocks.service.ts'

export const blockRoutes = [
  route(calls.getBlock, {
    policy: blockable,
    handle: previewBlock,
  }),
  route(calls.blockCaregiver, {
    prepare: refuseManyBlocks,
    policy: toBlock,
    handle: blockCaregiver,
    present: presentNothing,
  }),
  route(calls.unblockCaregiver, {
    policy: ownBlock,
    handle: unblockCaregiver,
    present: presentNothing,
  }),
]
