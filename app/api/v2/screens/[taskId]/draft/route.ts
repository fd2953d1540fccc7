import { saveScreenDraftContract } from '#lib/contracts/screens'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { saveScreenDraft } from '#lib/operations/screens/save-screen-draft'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ PUT: route(saveScreenDraftContract, saveScreenDraft) })
