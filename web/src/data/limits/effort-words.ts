/** Levels of effort, as the page says them. */
import type { Effort } from '@fairlead/protocol/models/models'

export const EFFORT_WORDS: Readonly<Record<Effort, string>> = {
	none: 'None',
	minimal: 'Minimal',
	low: 'Low',
	medium: 'Medium',
	high: 'High',
	xhigh: 'Very high',
	max: 'Max',
}
