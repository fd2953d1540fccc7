import { runStages } from './stage.ts'
import { staticStages } from './static-stages.ts'

/** `npm run check`: everything that looks at the code without running it. */
await runStages(staticStages)
