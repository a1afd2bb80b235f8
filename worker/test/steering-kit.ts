/** Shared by tests of messages during a run: a model that answers the last message, and readers of the transcript. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { ChatProvider, ChatRequest, ModelMessage } from '../src/agent/model/types.ts'
import { isEnded } from '../src/agent/run/run-state.ts'
import { callsTools, type MachineKit, says } from './machine-kit.ts'

export const CREATE = {
	id: 'tc1',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube' },
}
export const REMOVE = {
	id: 'tc3',
	name: 'unity_hierarchy',
	input: { action: 'destroy', instance_id: '/Cube' },
}
export const aWhile = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Answers the last user message: first with a call, then, after its result, with a sentence. */
export function attentive(
	requests: ChatRequest[] = [],
	call: { name: string; input: unknown } = CREATE,
): ChatProvider {
	return {
		id: 'attentive',
		async *stream(request) {
			requests.push(structuredClone(request))
			const last = request.messages.at(-1)
			const said = last?.parts.findLast((part) => part.type === 'text')
			const results = last?.parts.filter((part) => part.type === 'tool-result').length
			const events =
				said?.type === 'text' && said.text.startsWith('make')
					? callsTools([{ ...call, id: `tc${request.messages.length}` }])
					: says(results ? 'Made. ' : `You said ${said?.type === 'text' ? said.text : 'nothing'}. `)
			for (const event of events) {
				await Promise.resolve()
				yield event
			}
		},
	}
}

/** Every text of a person, in the order in which a model reads it. */
export const said = (messages: readonly ModelMessage[]): string[] =>
	messages.flatMap(({ role, parts }) =>
		role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
	)

export const transcript = (kit: MachineKit): StoredMessage[] =>
	kit.store
		.newestMessages(50)
		.map(({ ui }) => ui)
		.reverse()
export const steered = (messages: readonly StoredMessage[]): unknown[] =>
	messages.flatMap(({ parts }) =>
		parts.filter((p) => p['type'] === 'steering-message').map((p) => p['id']),
	)

export async function untilQuiet(kit: MachineKit): Promise<void> {
	for (let i = 0; i < 20; i++) {
		await kit.settleDown()
		await aWhile()
		const run = kit.store.latestRun()
		if (run && isEnded(run) && kit.store.inbox().length === 0) return
	}
	throw new Error('It never comes to rest.')
}
