import { getLetterContract } from '#lib/contracts/letters'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getLetter } from '#lib/operations/letters/get-letter'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getLetterContract, getLetter) })
