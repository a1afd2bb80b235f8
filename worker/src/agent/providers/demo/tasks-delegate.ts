/** A task for a sub-agent. */
import { call, type Desk, type Plan, succeeded } from './desk.ts'
import { asRecord } from './transcript.ts'
import type { Intent } from './types.ts'

const MAX_TITLE_CHARS = 60

export function* delegate(desk: Desk, intent: Extract<Intent, { kind: 'delegate' }>): Plan {
	const { task, mayWrite } = intent
	yield* call('find the tool for sub-agents', 'find_tools', { query: 'sub-agent' })
	const [outcome] = yield [
		{
			name: 'delegate',
			input: { title: task.slice(0, MAX_TITLE_CHARS), task, may_write: mayWrite },
		},
	]
	const { value } = succeeded(outcome, 'give the task to a sub-agent')
	const { answer, note } = asRecord(value)
	desk.say(answer ? `The sub-agent says: ${String(answer)}` : String(note ?? 'It said nothing.'))
}
