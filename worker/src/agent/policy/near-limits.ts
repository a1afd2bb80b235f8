/** A run is told once that it has used most of a limit in tokens or dollars. Calls are small numbers, and the page counts them. */
import { DEFAULT_BUDGET } from '@fairlead/protocol/conversations/runs'
import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import type { Run } from '../run/run-state.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import { tokensOf } from './budget.ts'

/** From this share of a limit on. */
export const WARN_SHARE = 0.8

const HINT =
	'At the limit the run stops before its next model call, and “Continue” starts another one with the full limit.'

/** A notice of an answer that is shown once, under its id. */
export interface OnceNotice {
	readonly id: string
	readonly notice: NoticePart
}

/** The warnings of a run that goes on. Pure. */
export function nearLimits(
	run: Pick<Run, 'id' | 'budget' | 'usage' | 'costUsd'>,
): readonly OnceNotice[] {
	const { tokens = DEFAULT_BUDGET.tokens, costUsd = DEFAULT_BUDGET.costUsd } = run.budget
	const most = [
		{ code: 'token_limit_near', of: 'token', used: tokensOf(run.usage), max: tokens },
		{ code: 'cost_limit_near', of: 'cost', used: run.costUsd ?? 0, max: costUsd },
	]
	return most
		.filter(({ used, max }) => used >= max * WARN_SHARE)
		.map(({ code, of }) => ({
			id: `${code}-${run.id}`,
			notice: {
				level: 'warning',
				code,
				hint: HINT,
				text: `The agent has used ${WARN_SHARE * 100} % of the ${of} limit for one run.`,
			},
		}))
}

/** Ahead of a `start-step`, so that no `reset-step` removes them from the page. */
export function showOnce(notices: readonly OnceNotice[], log: ChunkLog): void {
	const shown = new Set(
		log.builder.parts.flatMap((part) => (part.type === 'data-notice' ? [part['id']] : [])),
	)
	for (const { id, notice } of notices)
		if (!shown.has(id)) log.append({ type: 'data-notice', id, data: notice })
}
