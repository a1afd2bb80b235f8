/** The demo model's part in a kind of project: a tour, and a table of requests. */
import type { Bag } from '@fairlead/protocol/wire/safe-read'
import { call, type Desk, type Plan } from './desk.ts'

/** Carries out a request; the groups are those of its pattern. */
export type Perform = (desk: Desk, groups: Readonly<Record<string, string>>) => Plan

/** Requests by an example that works as it stands; the source of a pattern matches a whole clause, in any case. */
type Requests = Readonly<Record<string, readonly [source: string, perform: Perform]>>

const MAX_TITLE_CHARS = 60
const LOOKS = /^(?:describe|find|list|look|show|what)\b/i

export const project = (tour: string, requests: Requests) => ({
	tour,
	requests: Object.entries({ ...requests, ...ANYWHERE }).map(([example, [source, perform]]) => ({
		example,
		pattern: new RegExp(`^(?:${source})$`, 'is'),
		perform,
	})),
})

/** One call, and a sentence about its result. */
export const once = (
	doing: string,
	name: string,
	input: Bag | ((desk: Desk) => Bag),
	told: (result: Bag, desk: Desk) => string,
): Perform =>
	function* (desk) {
		const result = yield* call(doing, name, typeof input === 'function' ? input(desk) : input)
		desk.say(told(result, desk))
	}

const ANYWHERE: Requests = {
	'ask a sub-agent to describe the scene': [
		'(?:let|have|ask|tell) a sub-?agent (?:to )?(?<task>.+)',
		function* (desk, { task = '' }) {
			yield* call('find the tool for sub-agents', 'find_tools', { query: 'sub-agent' })
			const input = { title: task.slice(0, MAX_TITLE_CHARS), task, may_write: !LOOKS.test(task) }
			const { answer, note } = yield* call('give the task to a sub-agent', 'delegate', input)
			desk.say(answer ? `The sub-agent says: ${answer}` : String(note ?? 'It said nothing.'))
		},
	],
}
