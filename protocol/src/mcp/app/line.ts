/** The line of a run, as the app gets it with a result. */
import * as z from 'zod/mini'

/** A call of the run. */
export const LineStep = z.object({
	/** "Change the hierarchy: create". */
	what: z.string(),
	/** "Cube"; empty: not known. */
	subject: z.string(),
	/** Why it is not done; empty: it is. */
	outcome: z.string(),
	state: z.enum(['done', 'running', 'asking', 'failed', 'denied']),
})
export type LineStep = z.infer<typeof LineStep>
