/** A message that was posted, as the route hears of it. */
import { describeQueued } from '../agent/run/inbox.ts'
import type { RunMachine } from '../agent/run/run-machine.ts'
import type { PostOutcome } from '../agent/run/run-start.ts'
import type { PostResult } from '../ports/conversation.ts'

export function postResult(
	posted: Extract<PostOutcome, { ok: true }>,
	machine: Pick<RunMachine, 'run'>,
): PostResult {
	const { repeated } = posted
	if (posted.kind === 'queued') {
		const run = machine.run()
		return {
			ok: true,
			kind: 'queued',
			queued: describeQueued(posted.message),
			run: run && { id: run.id, messageId: run.messageId },
			repeated,
		}
	}
	const { id: runId, messageId } = posted.run
	return { ok: true, kind: 'run', runId, messageId, repeated }
}
