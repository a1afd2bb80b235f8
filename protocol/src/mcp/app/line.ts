/** The line of a run, as the app gets it with a result. */

/** In `_meta` of a result: {@link LineStep}s. Models do not read it. */
export const LINE_META_KEY = 'fairlead/line'

/** The tool that tells where a run is, at once: for the app only, clients do not show it to the model. */
export const RUN_LINE = 'run_line'

/** A call of the run. */
export interface LineStep {
	/** "Change the hierarchy: create". */
	readonly what: string
	/** "Cube"; empty: not known. */
	readonly subject: string
	/** Why it is not done; empty: it is. */
	readonly outcome: string
	readonly state: 'done' | 'running' | 'asking' | 'failed' | 'denied'
}
