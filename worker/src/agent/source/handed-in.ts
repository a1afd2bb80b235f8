/** In place of a model's answer: the calls that an MCP client, or a person's page, handed in with the run's messages. */

import { toolByName } from '@fairlead/protocol/tools'
import { clientCallIn } from '@fairlead/protocol/wire/client-call'
import type { ModelPart } from '../model/types.ts'
import type { ModelStepResult, Run } from '../run/run-state.ts'
import type { RunStore } from '../run/run-store.ts'
import type { ChunkLog } from '../stream/chunk-log.ts'

const WORDS =
	'Calls of MCP clients or by hand are running in this conversation, so I cannot answer here. Ask again when they are done, or in another conversation.'

type Store = Pick<RunStore, 'entered' | 'message' | 'steps'>

/** The calls that no step of the run has made yet. A person whose words entered with this step is told. */
export function takeHandedIn(
	store: Store,
	run: Run,
	seq: number,
	log: Pick<ChunkLog, 'append'>,
): ModelStepResult {
	const entered = store.entered(run.id)
	const parts: ModelPart[] = []
	if (entered.some((one) => one.stepSeq === seq && one.options.source.kind === 'model')) {
		const id = `${seq}.words`
		log.append({ type: 'text-start', id })
		log.append({ type: 'text-delta', id, delta: WORDS })
		log.append({ type: 'text-end', id })
		parts.push({ type: 'text', text: WORDS })
	}
	const made = store.steps(run.id).findLast(({ kind }) => kind === 'tools')?.seq ?? -1
	const first = made < 0 ? store.message(run.idemKey) : null
	const since = entered.filter(({ stepSeq }) => stepSeq !== null && stepSeq > made)
	for (const { ui } of [...(first ? [first] : []), ...since]) {
		const call = clientCallIn(ui.parts)
		if (!call) continue
		const { id: toolCallId, name: toolName, input } = call
		const title = toolByName(toolName)?.title
		log.append({
			type: 'tool-input-available',
			toolCallId,
			toolName,
			input,
			...(title === undefined ? {} : { title }),
		})
		parts.push({ type: 'tool-call', callId: toolCallId, name: toolName, input })
	}
	const calls = parts.some(({ type }) => type === 'tool-call')
	return { reason: calls ? 'tool-calls' : 'stop', parts }
}
