import { createTextNoteContract } from '#lib/contracts/integrations'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createTextNote } from '#lib/operations/integrations/create-text-note'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(createTextNoteContract, createTextNote) })
