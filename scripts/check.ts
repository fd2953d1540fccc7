import { runStages } from './stage.ts'
import { staticStages } from './static-stages.ts'

/** `npm run check`: all checks of the code that do not run it. */
await runStages([staticStages])
