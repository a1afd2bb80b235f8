/** Tells a step what is new, and the person what the model was told, inside the transaction that begins the step. */
import { activateTools } from '../calls/tools-step.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'
import { type ToldPart, toldNotices } from './notices.ts'
import { summaryNotice } from './summary.ts'

/** Ahead of the `start-step`, so that no `reset-step` removes its lines from the page. */
export function tell(
	ports: Pick<MachinePorts, 'store'>,
	stepSeq: number,
	parts: readonly ToldPart[],
	log: ChunkLog,
): void {
	const { store } = ports
	for (const summary of store.summariesToShow()) {
		log.append({ type: 'data-notice', id: `summary-${summary.seq}`, data: summaryNotice(summary) })
		store.markShown(summary.seq)
	}
	if (parts.some(({ told }) => 'names' in told && told.names.length > 0))
		activateTools(ports, ['load_skill'])
	toldNotices(parts).forEach((data, index) => {
		log.append({ type: 'data-notice', id: `told-${stepSeq}-${index}`, data })
	})
}
