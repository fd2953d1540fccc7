import { endpoints } from '#lib/http/endpoints'
import { createRouter } from '#lib/http/router'

/** The whole API (lib/http/endpoints.ts) under Next, which answers HEAD by GET. */
const answer = createRouter(endpoints)

export {
  answer as DELETE,
  answer as GET,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
