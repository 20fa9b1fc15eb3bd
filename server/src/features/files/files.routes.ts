import * as calls from '@tagalong/contract/features/files/files.contract.ts'
import { route } from '#http/route.ts'
import { uploader, visiblePhoto } from './files.policy.ts'
import { signUpload, signView } from './files.service.ts'

export const fileRoutes = [
  route(calls.signUpload, {
    policy: uploader,
    handle: (ctx, actor, { params }) => signUpload(ctx, actor, params.contentType),
  }),
  route(calls.signView, {
    policy: visiblePhoto,
    handle: (ctx, key, { query }) => signView(ctx, key, query.size),
  }),
]
