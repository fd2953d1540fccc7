import { answerSingleSignOn as answer } from '#lib/single-sign-on/routes'

export { answer as GET, answer as POST }
