import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { changesAt, changesShown, stepsOf } from './changes-shown.ts'

const PICTURE = { name: 'a.png', mediaType: 'image/png', url: '/a.png', bytes: 9 }

/** A run of five steps that called tools: look, create, move (with a picture), delete another, look. */
function run(...reverts: object[]): ChatMessage {
	const stepPart = (seq: number, kind: 'model' | 'tools') => ({
		type: 'data-step',
		id: `step-${seq}`,
		data: { seq, kind, state: 'done', startedAt: seq },
	})
	/** As the server orders them: the model asks, then a step of tools runs. */
	const call = (seq: number, name: string, input: object, result: object, more = {}) => [
		stepPart(seq - 1, 'model'),
		{
			type: `tool-${name}`,
			toolCallId: `c${seq}`,
			state: 'output-available',
			input,
			output: { result, ...more },
		},
		stepPart(seq, 'tools'),
	]
	const object = { instanceId: '7', name: 'Cube' }
	return {
		id: 'msg_1',
		role: 'assistant',
		parts: [
			...call(1, 'unity_query', { action: 'hierarchy' }, {}),
			...call(3, 'unity_hierarchy', { action: 'create' }, object),
			...call(
				5,
				'unity_hierarchy',
				{ action: 'set_transform' },
				{ ...object, previous: { position: [0, 0, 0] }, current: { position: [1, 0, 0] } },
				{ attachments: [PICTURE] },
			),
			...call(7, 'unity_hierarchy', { action: 'destroy' }, { instanceId: '8', name: 'Old' }),
			...call(9, 'unity_query', { action: 'hierarchy' }, {}),
			...reverts,
		] as ChatMessage['parts'],
	}
}

const shown = (message: ChatMessage, at: number, onward: boolean) => {
	const { changes, picture, pictureAt } = changesAt(stepsOf(message), at, onward)
	const objects = changes.objects.map(({ name, kind }) => `${name} ${kind}`)
	return { objects, picture: picture && pictureAt }
}

describe('the changes from a step on', () => {
	test('of a step alone are its own, with the last picture that was taken by then', () => {
		expect(shown(run(), 0, false)).toEqual({ objects: [], picture: undefined })
		expect(shown(run(), 1, false)).toEqual({ objects: ['Cube created'], picture: undefined })
		expect(shown(run(), 2, false)).toEqual({ objects: ['Cube changed'], picture: 2 })
		expect(shown(run(), 4, false)).toEqual({ objects: [], picture: 2 })
	})

	test('from a step on are folded: an object that was created and moved was created', () => {
		expect(shown(run(), 1, true).objects).toEqual(['Cube created', 'Old deleted'])
		expect(shown(run(), 2, true).objects).toEqual(['Cube changed', 'Old deleted'])
		expect(shown(run(), 4, true).objects).toEqual([])
	})

	test('leave out what is reverted', () => {
		const data = { revertId: 'r1', state: 'done', counts: { reverted: 1 } }
		const one = run({ type: 'data-revert', id: 'r1', data: { ...data, stepId: 'step-5' } })
		expect(shown(one, 1, true).objects).toEqual(['Cube created', 'Old deleted'])
		expect(shown(one, 2, false).objects).toEqual([])
		const tail = { ...data, stepId: 'step-5', toEnd: true }
		const rest = run({ type: 'data-revert', id: 'r1', data: tail })
		expect(shown(rest, 1, true).objects).toEqual(['Cube created'])
		expect(shown(rest, 3, false).objects).toEqual([])
	})
})

test('the changes of a run are those that no revert undid, also one of another answer', () => {
	const objects = (...reverts: object[]) => {
		const answer = { ...run(...reverts), metadata: { runId: 'run_1' } }
		return changesShown([answer], null).changes.objects.map(({ name }) => name)
	}
	expect(objects()).toEqual(['Cube', 'Old'])
	const data = { revertId: 'r1', state: 'done', counts: { reverted: 1 }, direction: 'undo' }
	const part = (more: object) => ({ type: 'data-revert', id: 'r1', data: { ...data, ...more } })
	expect(objects(part({ stepId: 'step-7' }))).toEqual(['Cube'])
	expect(objects(part({ stepId: 'step-3', also: [{ stepId: 'step-5' }] }))).toEqual(['Old'])
	const also = ['step-3', 'step-5', 'step-7'].map((stepId) => ({ stepId }))
	expect(objects(part({ messageId: 'msg_0', elsewhere: true, also }))).toEqual([])
})
