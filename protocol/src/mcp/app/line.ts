/** The line of a run, as the app gets it with a result. */
import * as z from 'zod/mini'

/** In `_meta` of a result: {@link LineStep}s. Models do not read it. */
export const LINE_META_KEY = 'fairlead/line'

/** The tool that tells where a run is, at once: for the app only, clients do not show it to the model. */
export const RUN_LINE = 'run_line'

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
