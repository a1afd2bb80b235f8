/** Glimpses of calls name what the calls are about: a command is its program and arguments, which are a list. */
import { toolByName } from '@fairlead/protocol/tools'
import { plain } from '@fairlead/protocol/view/labels/label'
import { sentencesBy } from '@fairlead/protocol/view/labels/labels'
import { expect, test } from 'vitest'
import { glimpseOf } from './client-calls.ts'

const { labelOf } = sentencesBy(toolByName)
const glimpse = (params: Record<string, unknown>) =>
	glimpseOf({ name: 'run_command', params, state: 'dispatched', outcome: null })

test('a denied command says which it was', () => {
	const { tool, input } = glimpse({ action: 'run', command: ['node', '--version'] })
	const said = labelOf({ tool, input, state: 'denied', result: undefined })
	expect(plain(said)).toBe('Denied: run node --version')
})

test('a glimpse has only texts and lists of texts, and each is bounded', () => {
	const long = 'x'.repeat(10_000)
	const { input } = glimpse({
		text: long,
		command: Array.from({ length: 5_000 }, () => long),
		mixed: ['a', 1],
		deep: { a: 'b' },
	})
	expect(Object.keys(input)).toEqual(['text', 'command'])
	expect(input['command']).toHaveLength(21)
	expect(input['command']?.at(-1)).toBe('…')
	expect(JSON.stringify(input).length).toBeLessThan(5_000)
})
