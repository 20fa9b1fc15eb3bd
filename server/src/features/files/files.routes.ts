import {
  signUpload as signUploadCall,
  signView as signViewCall,
} from '@tagalong/contract/features/files/files.contract.ts'
import { route } from '#http/route.ts'
import { uploader, visiblePhoto } from './files.policy.ts'
import { signUpload, signView } from './files.service.ts'

export const fileRoutes = [
  route(signUploadCall, {
    policy: uploader,
    handle: (ctx, actor, { params }) => signUpload(ctx, actor, params.contentType),
  }),
  route(signViewCall, {
    policy: visiblePhoto,
    handle: (ctx, key, { query }) => signView(ctx, key, query.size),
  }),
]
