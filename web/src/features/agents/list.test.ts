import type { AgentCard, AgentList, AgentsChanged } from '@fairlead/protocol/agents/agents'
import { expect, test } from 'vitest'
import { agentCard as card } from '../../../test/fixtures/agent-card.ts'
import { applied, arranged, type Branch, beganToWait, turnEnded } from './list.ts'

const list = (...cards: AgentCard[]): AgentList => ({ shown: true, revision: 5, cards })
const asks = { kind: 'waiting_permission', text: 'Running: rm', sure: true } as const
const waits = { kind: 'waiting_input', text: '', sure: true } as const
const changed = (
	revision: number,
	cards: AgentCard[],
	gone: string[] = [],
	shown = true,
): AgentsChanged => ({
	editorKey: 'relay-1:aaaaaaaaaaaa',
	revision,
	shown,
	cards,
	gone,
})

test('a change replaces whole cards, adds new ones and takes away those that are gone', () => {
	const after = applied(
		list(card('a'), card('b'), card('c')),
		changed(6, [card('b', { title: 'new' }), card('d')], ['a']),
	)
	expect(after.cards.map(({ agentId, title }) => `${agentId} ${title}`)).toEqual([
		'b new',
		'c c',
		'd d',
	])
	expect(after.revision).toBe(6)
})

test('a change that was sent before the list was read does not bring an old state back', () => {
	const before = list(card('a', { title: 'newest' }))
	expect(applied(before, changed(5, [card('a', { title: 'old' })]))).toBe(before)
})

test('a folder that is no longer shown leaves no card behind', () => {
	expect(applied(list(card('a')), changed(6, [], [], false))).toEqual({
		shown: false,
		revision: 6,
		cards: [],
	})
})

test('terminals stay through a change that does not name them, and go when they are no longer allowed', () => {
	const terminals = { list: [], unavailable: 'node-pty is missing' }
	const before = { ...list(card('a')), terminals }
	const allowed = applied(list(card('a')), { ...changed(6, []), terminals })
	expect(allowed.terminals).toEqual(terminals)
	expect(applied(before, changed(6, [card('a')])).terminals).toEqual(terminals)
	expect('terminals' in applied(before, { ...changed(6, []), terminals: null })).toBe(false)
	expect('terminals' in applied(before, changed(6, [], [], false))).toBe(false)
})

test('agents that need somebody stand first, also when a sub-agent asks, and ended ones apart', () => {
	const names = (branches: readonly Branch[]): unknown =>
		branches.map(({ card, children }) =>
			children.length === 0 ? card.agentId : [card.agentId, names(children)],
		)
	const { open, ended } = arranged([
		card('over', { status: { kind: 'ended', sure: true } }),
		card('works', { since: 9 }),
		card('parent', { since: 2 }),
		card('idle', { status: { kind: 'idle' } }),
		card('parent.sub', { parent: 'parent', status: asks }),
		card('orphan', { parent: 'not there', status: waits }),
		// Its sub-agent is still at work.
		card('half', { status: { kind: 'ended', sure: true } }),
		card('half.sub', { parent: 'half', since: 1 }),
	])
	expect(names(open)).toEqual([
		['parent', ['parent.sub']],
		'orphan',
		'works',
		['half', ['half.sub']],
		'idle',
	])
	expect(names(ended)).toEqual(['over'])
})

test('cards that name each other as parents are drawn once or not at all, never for ever', () => {
	const { open } = arranged([card('a', { parent: 'b' }), card('b', { parent: 'a' }), card('c')])
	expect(open.map((one) => one.card.agentId)).toEqual(['c'])
})

test('an agent is heard when it begins to wait, and not again while it waits', () => {
	const working = list(card('a'), card('b', { status: waits }))
	const asking = list(card('a', { status: asks }), card('b', { status: waits }))
	const names = (before: AgentList, after: AgentList) =>
		beganToWait(before, after).map(({ agentId }) => agentId)
	expect(names(working, asking)).toEqual(['a'])
	// The suspicion is confirmed.
	const suspected = list(card('a', { status: { ...asks, sure: false } }), card('b'))
	expect(names(suspected, asking)).toEqual(['b'])
	expect(names(asking, asking)).toEqual([])
	expect(names(asking, working)).toEqual([])
	expect(names(list(), asking)).toEqual(['a', 'b'])
})

test('a turn is over where that is sure, and for sessions only: sub-agents are part of theirs', () => {
	const ended = turnEnded(
		list(
			card('a', { status: waits }),
			card('b', { status: { ...waits, sure: false } }),
			card('c', { status: waits, parent: 'a' }),
			card('d', { status: asks }),
			card('e', { status: { kind: 'idle' } }),
		),
	)
	expect(ended.map(({ agentId }) => agentId)).toEqual(['a'])
})
