/** A person who looks at the office alone sees what the cards say: each agent that has not ended, once, in its state. */
import type { AgentCard, AgentStatus } from '@fairlead/protocol/agents/agents'
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { describe, expect, test } from 'vitest'
import { agentCard } from '../../../../test/fixtures/agent-card.ts'
import { arranged, cardsOf } from '../list.ts'
import { statusWords } from '../words.ts'
import { figuresOf } from './figures.ts'

const EDITOR = 'relay-1:aaaaaaaaaaaa'
const STATUSES: readonly AgentStatus[] = [
	{ kind: 'working', text: 'Reading Door.cs' },
	{ kind: 'working', text: 'Searching code' },
	{ kind: 'working', text: 'Running: npm test' },
	{ kind: 'working', text: 'Editing Door.cs' },
	{ kind: 'working', text: 'Thinking' },
	{ kind: 'waiting_permission', text: 'Running: rm', sure: true },
	{ kind: 'waiting_input', text: '', sure: false },
	{ kind: 'waiting_turn', text: '' },
	{ kind: 'idle' },
	{ kind: 'ended', sure: true },
]
const cards: readonly AgentCard[] = STATUSES.map((status, at) =>
	agentCard(`agent-${at}`, { title: `Agent ${at}`, status }),
)
const run = (state: 'running' | 'waiting_approval' | 'waiting_editor'): Conversation => ({
	id: `cnv_${state}`,
	projectId: 'prj_1',
	title: `Run that is ${state}`,
	titleSource: 'auto',
	mode: 'ask',
	model: null,
	createdAt: 1,
	updatedAt: 1,
	lastRun: { id: 'run_1', state },
})

describe('parity with the cards', () => {
	test('each card that is open has one person, in its place, with its name, its words and its way', () => {
		const sub = agentCard('agent-0.sub', { parent: 'agent-0', title: 'Helper' })
		const all = [...cards, sub]
		const open = cardsOf(arranged(all).open)
		expect(open.map(({ title }) => title).slice(0, 4)).toEqual([
			...['Agent 5', 'Agent 6', 'Agent 0', 'Helper'],
		])
		const figures = figuresOf('prj_1', { [EDITOR]: all }, [])
		expect(figures.map(({ id }) => id)).toEqual(open.map(({ agentId }) => `${EDITOR} ${agentId}`))
		for (const { agentId, title, status } of open) {
			const figure = figures.find(({ id }) => id === `${EDITOR} ${agentId}`)
			expect(figure).toMatchObject({ name: title, words: statusWords(status) })
			expect(figure?.path).toBe(`/p/prj_1/agents/${encodeURIComponent(EDITOR)}/${agentId}`)
		}
	})

	test('figures show what their agents do', () => {
		const figures = figuresOf('prj_1', { [EDITOR]: cards }, [])
		expect(figures.map(({ activity }) => activity)).toEqual([
			...['asks', 'waits', 'reads', 'reads', 'runs', 'types', 'types', 'rests', 'sleeps'],
		])
	})

	test('agents of two folders with the same id are two people', () => {
		const [card] = cards
		if (!card) throw new Error('no card')
		const figures = figuresOf('prj_1', { [EDITOR]: [card], 'relay-2:bbbbbbbbbbbb': [card] }, [])
		expect(new Set(figures.map(({ id }) => id)).size).toBe(2)
	})

	test('runs of Fairlead are people as well', () => {
		const runs = [run('running'), run('waiting_approval'), run('waiting_editor')]
		expect(figuresOf('prj_1', {}, runs)).toMatchObject([
			{ activity: 'types', words: 'Running', path: '/p/prj_1/c/cnv_running' },
			{ activity: 'asks', words: 'Needs you' },
			{ activity: 'rests', words: 'Waiting for the editor' },
		])
	})
})
