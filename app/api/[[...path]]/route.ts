import { answerApi as answer } from '#lib/http/answer'

/** The whole API (lib/http/endpoints.ts) under Next, which answers HEAD by GET. */
export {
  answer as DELETE,
  answer as GET,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
