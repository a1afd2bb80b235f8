import type { AgentCard } from '@fairlead/protocol/agents/agents'
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { expect, test } from 'vitest'
import { terminal } from '../../../../test/fixtures/terminal.ts'
import { withoutCard } from './terminal-lines.tsx'
import { endSentence, stateWords, terminalFacts, terminalTitle } from './words.ts'

test('a terminal is found on its agent, and else on a line of its own', () => {
	const cards = [{ agentId: 'a' }, { agentId: 'a.sub' }] as AgentCard[]
	const list = [
		terminal('shell'),
		terminal('of a card', { agentId: 'a' }),
		terminal('just begun', { agentId: 'b', startedAt: 2 }),
	]
	expect(withoutCard(list, cards).map(({ terminalId }) => terminalId)).toEqual([
		'just begun',
		'shell',
	])
})

test('the end of a program is said with how it ended, and nothing is said of one that runs', () => {
	const said = (state: Terminal['state']) => [stateWords(state), endSentence(state)]
	expect(said({ kind: 'running' })).toEqual(['Running', undefined])
	expect(said({ kind: 'exited', code: 1, at: 1 })).toEqual([
		'Ended with code 1',
		'The program ended with code 1.',
	])
	expect(said({ kind: 'exited', code: null, at: 1 })).toEqual([
		'Ended by a signal',
		'A signal ended the program.',
	])
	expect(said({ kind: 'lost', at: 1 })[1]).toContain('relay was restarted')
})

test('names from elsewhere show what is hidden in them', () => {
	const shell = terminal('t', { title: 'a\u202eb', startedBy: 'An\u200bna', folder: 'Assets' })
	expect(terminalTitle(shell)).toBe('a\\u{202E}b')
	expect(terminalFacts(shell)).toEqual(['Running', 'Assets', 'started by An\\u{200B}na'])
	expect(terminalTitle(terminal('t'))).toBe('Shell')
})
