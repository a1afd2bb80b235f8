import type { RevertItem, RevertPart } from '@fairlead/protocol/conversations/revert'
import { outcomeOf, scopeWords } from '@fairlead/protocol/view/revert-words'
import { describe, expect, test } from 'vitest'
import { changeWords, choicesOf, choiceWords, countChosen, sortItems } from './items.ts'

const item = (key: string, state: RevertItem['state'], seen?: string): RevertItem => ({
	key,
	kind: 'file',
	label: key,
	change: 'restore',
	state,
	...(seen === undefined ? {} : { seen }),
})

const part = (change: Partial<RevertPart>): RevertPart => ({
	revertId: 'rev_0000000000abcd',
	messageId: 'msg_1',
	state: 'done',
	text: null,
	items: [],
	counts: { ready: 0, conflicts: 0, impossible: 0, reverted: 0, skipped: 0 },
	truncated: false,
	by: { kind: 'session', id: 'usr_0000000000me', userId: 'usr_0000000000me', name: 'Me' },
	createdAt: 0,
	...change,
})

test('reverted changes are counted in objects, not in lines', () => {
	const scene = { ...item('scene', 'reverted'), kind: 'scene', count: 5 } as const
	const counts = { ready: 0, conflicts: 0, impossible: 0, reverted: 2, skipped: 0 }
	expect(outcomeOf(part({ items: [scene, item('a', 'reverted')], counts }))).toBe(
		'Reverted 6 changes',
	)
})

test('a planned revert is not said to be done', () => {
	expect(changeWords(item('a', 'ready'), true)).toBe('will be restored to its earlier content')
	expect(changeWords({ ...item('a', 'ready'), change: 'undo', count: 3 }, true)).toBe(
		'3 changes, will be undone in the editor',
	)
	expect(changeWords(item('a', 'reverted'))).toBe('restored to its earlier content')
})

describe('choosing', () => {
	test('unselected conflicts are skipped; selected ones are overwritten only in the state that was seen', () => {
		const conflicts = [item('file:a', 'conflict', 'aa'), item('file:b', 'conflict', 'bb')]
		expect(choicesOf(conflicts, new Set(['file:b']))).toEqual([
			{ key: 'file:a', choice: 'skip' },
			{ key: 'file:b', choice: 'overwrite', seen: 'bb' },
		])
	})

	test('later changes that would be undone too count once they are chosen', () => {
		const scene = { ...item('scene', 'conflict'), kind: 'scene', count: 2, total: 4 } as const
		const sorted = sortItems([scene, item('file:a', 'ready')])
		expect(countChosen(sorted, new Set())).toBe(1)
		expect(countChosen(sorted, new Set(['scene']))).toBe(5)
	})

	test.each([
		[{ kind: 'scene', reason: 'changed_above' }, 'Revert', 'Revert these too'],
		[{ kind: 'scene', reason: 'changed_above' }, 'Restore', 'Restore these too'],
		[{ kind: 'scene', reason: 'objects_changed' }, 'Restore', 'Restore all the same'],
		[{ kind: 'file', reason: 'changed' }, 'Restore', 'Overwrite'],
	] as const)('the choice says what is done: %j, to %s', (of, verb, words) =>
		expect(choiceWords({ ...item('a', 'conflict'), ...of }, verb)).toBe(words),
	)

	test('unchanged items need no decision', () => {
		const sorted = sortItems([item('a', 'ready'), item('b', 'unchanged'), item('c', 'impossible')])
		expect(sorted).toMatchObject({
			conflicts: [],
			ready: [{ key: 'a' }],
			impossible: [{ key: 'c' }],
		})
	})
})

describe('the steps in words', () => {
	const steps = ['step-1', 'step-3', 'step-5', 'step-7']
	const also = (...ids: string[]) => ids.map((stepId) => ({ stepId }))
	test.each([
		[{}, ''],
		[{ stepId: 'step-3' }, 'step 2'],
		[{ stepId: 'step-5', toEnd: true }, 'from step 3 on'],
		[{ stepId: 'step-99' }, 'one step'],
		[{ stepId: 'step-99', toEnd: true }, 'from a step on'],
		[{ stepId: 'step-1', also: also('step-7') }, 'step 1, with step 4'],
		[{ also: also('step-7', 'step-3', 'step-5') }, 'steps 2, 3 and 4'],
		[{ also: also('step-3', 'step-99') }, '2 steps'],
	])('%j', (revert, words) => expect(scopeWords(revert, steps)).toBe(words))
})

describe('the outcome in words', () => {
	const counts = { ready: 0, conflicts: 0, impossible: 1, reverted: 3, skipped: 2 }
	test.each([
		[part({ counts }), 'Reverted 3 changes, 2 left unchanged, 1 could not be reverted'],
		[part({ counts: { ...counts, reverted: 1, skipped: 0, impossible: 0 } }), 'Reverted 1 change'],
		[part({ state: 'failed' }), 'Nothing was reverted'],
		[part({ state: 'running' }), 'Reverting'],
		[
			part({ revertOf: 'rev_0000000000abce', counts: { ...counts, skipped: 0, impossible: 0 } }),
			'Restored 3 changes',
		],
		[
			part({
				revertOf: 'rev_0000000000abce',
				direction: 'undo',
				counts: { ...counts, skipped: 0, impossible: 0 },
			}),
			'Reverted 3 changes',
		],
		[part({ elsewhere: true, counts }), 'Reverted with an earlier step of another answer'],
	])('%#', (shown, words) => expect(outcomeOf(shown)).toBe(words))
})
