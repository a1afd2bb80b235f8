import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { expect, it } from 'vitest'
import { contextOf, editor, put, revert, useProject, world, write } from './test-kit.ts'

useProject()

const STEP = 'run_1.1'
const undone = (...groupIds: string[]): CallOutcome => ({
	status: 'ok',
	result: { groups: groupIds, groupIds, undo: null, redo: null },
})
/** The list of files that a model reads after such an outcome. */
function filesKept(outcome: CallOutcome, action = 'undo'): unknown {
	const call = { ...contextOf('run_1.9.0', action), method: 'unity_undo', params: { action } }
	const told = world.history.filesKept(outcome, call)
	return told.status === 'ok' ? (told.result as { filesKept?: unknown }).filesKept : told
}

it('an undo names the script that the undone step wrote, without its folder and .meta', async () => {
	await write('Assets/Scripts/Spin.cs', 'class Spin {}')
	put('Assets/Scripts/Spin.cs.meta', 'guid: 1')
	await write('Assets/Other.cs', 'class Other {}')
	expect(filesKept(undone(STEP))).toEqual(['Assets/Scripts/Spin.cs'])
	expect(filesKept(undone('run_1.2', STEP))).toEqual(['Assets/Other.cs', 'Assets/Scripts/Spin.cs'])
	expect(filesKept(undone('run_1.10'))).toBeUndefined()
})

it('an undo names a file once that the editor has named already', () => {
	editor('unity_prefab', { action: 'create_asset', asset_path: 'Assets/A.prefab' }, () =>
		put('Assets/A.prefab', 'a'),
	)
	const outcome = undone(STEP) as Extract<CallOutcome, { status: 'ok' }>
	const named = {
		...outcome,
		result: { ...(outcome.result as object), filesKept: ['Assets/A.prefab'] },
	}
	expect(filesKept(named)).toEqual(['Assets/A.prefab'])
})

it('an undo does not name a file that was reverted on the page', async () => {
	const call = await write('Assets/Gone.cs', 'one')
	await revert('rev_1.0', [call])
	expect(filesKept(undone(STEP))).toBeUndefined()
})

it('the history names the files that stay, step by step', async () => {
	await write('Assets/Spin.cs', 'class Spin {}')
	const groups = [STEP, 'user'].map((groupId) => ({ groupId, name: groupId, state: 'done' }))
	const call = {
		...contextOf('run_1.9.0', 'history'),
		method: 'unity_undo',
		params: { action: 'history' },
	}
	const outcome = { status: 'ok', result: { undo: null, redo: null, groups, total: 2 } } as const
	expect(world.history.filesKept(outcome, call)).toMatchObject({
		result: { groups: [{ groupId: STEP, filesKept: ['Assets/Spin.cs'] }, { groupId: 'user' }] },
	})
})

it('a redo, other calls and failed ones are left as they are', async () => {
	await write('Assets/Spin.cs', 'class Spin {}')
	expect(filesKept(undone(STEP), 'redo')).toBeUndefined()
	const failed: CallOutcome = { status: 'error', error: { code: 'internal', message: 'No.' } }
	expect(filesKept(failed)).toBe(failed)
})
