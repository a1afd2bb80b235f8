/** An answer presses a button of the dialog that the person saw, or none. */
import { beforeEach, expect, it } from 'vitest'
import { dialogWith, FakeDialogs } from '../../../test/kit/dialog-kit.ts'
import { Dialogs } from './dialogs.ts'

const PID = 7

let desk: FakeDialogs
let dialogs: Dialogs
beforeEach(() => {
	desk = new FakeDialogs()
	dialogs = new Dialogs(async () => true, desk.system)
})

async function idNow(): Promise<string> {
	const seen = await dialogs.seen(PID)
	if (!seen) throw new Error('no dialog is open')
	return seen.id
}

it('an answer presses nothing in a later dialog with the same title and buttons', async () => {
	desk.open = dialogWith('Level1 was changed on disk.')
	const id = await idNow()
	expect(await idNow()).toBe(id)
	desk.open = dialogWith('Level2 was changed on disk.')
	expect(await dialogs.answer(PID, id, 'Reload')).toMatchObject({
		kind: 'gone',
		now: { dialog: { text: 'Level2 was changed on disk.' } },
	})
	expect(desk.pressed).toEqual([])
})

it('an answer presses nothing in the twin of a dialog that was closed meanwhile', async () => {
	desk.open = dialogWith('Level1 was changed on disk.')
	const id = await idNow()
	desk.open = null
	expect(await dialogs.seen(PID)).toBeNull()
	desk.open = dialogWith('Level1 was changed on disk.')
	expect(await dialogs.answer(PID, id, 'Reload')).toMatchObject({ kind: 'gone' })
	expect(desk.pressed).toEqual([])
	expect(await idNow()).not.toBe(id)
})

it('an answer presses once, also if the same dialog comes up again at once, or two people answer', async () => {
	desk.open = dialogWith('Level1 was changed on disk.')
	desk.next = desk.open
	const id = await idNow()
	const both = await Promise.all([
		dialogs.answer(PID, id, 'Reload'),
		dialogs.answer(PID, id, 'Ignore'),
	])
	expect(both.map(({ kind }) => kind).sort()).toEqual(['gone', 'pressed'])
	expect(desk.pressed).toHaveLength(1)
	expect(await dialogs.answer(PID, id, 'Reload')).toMatchObject({ kind: 'gone' })
	expect(desk.pressed).toHaveLength(1)
})

it('an answer for another process, or from before a restart of the relay, is not taken', async () => {
	desk.open = dialogWith('Level1 was changed on disk.')
	const id = await idNow()
	expect(await dialogs.answer(PID + 1, id, 'Reload')).toMatchObject({ kind: 'gone' })
	const restarted = new Dialogs(async () => true, desk.system)
	expect(await restarted.answer(PID, id, 'Reload')).toMatchObject({ kind: 'gone' })
	expect(desk.pressed).toEqual([])
})
