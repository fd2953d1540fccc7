import { listLettersContract, sendLetterContract } from '#lib/contracts/letters'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { isMultipart, uploadOf } from '#lib/http/upload-of'
import { listLetters } from '#lib/operations/letters/list-letters'
import { sendLetter } from '#lib/operations/letters/send-letter'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listLettersContract, listLetters),
  POST: route(sendLetterContract, sendLetter, {
    input({ body: { fileId, ...fields }, request }) {
      return isMultipart(request) ? { upload: uploadOf(request) } : { fileId, fields }
    },
  }),
})
