import { downloadMyData as downloadMyDataCall } from '@tagalong/contract/features/your-data/your-data.contract.ts'
import { route } from '#http/route.ts'
import { ownData } from './your-data.policy.ts'
import { downloadMyData } from './your-data.service.ts'

export const yourDataRoutes = [route(downloadMyDataCall, { policy: ownData, handle: downloadMyData })]
