/** A dialog that a person answers through the room, over a real link. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeSettings } from '../src/home/settings.ts'
import { thisMachine } from '../src/unity/this-machine.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { dialogWith, FakeDialogs, ONE_PIXEL } from './kit/dialog-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const PID = 4_000_000
const TEXT = 'Level1 was changed on disk.'

let bench: RelayBench
let room: FakeRoom
let desk: FakeDialogs
let game: string
beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	game = await bench.project('Game', room)
	desk = new FakeDialogs()
	mkdirSync(join(game, 'Temp'))
	writeFileSync(join(game, 'Temp', 'UnityLockfile'), '')
})
afterEach(() => bench.end())

async function start(allowed = true): Promise<string> {
	mkdirSync(bench.home, { recursive: true })
	await changeSettings(bench.home, { dialogs: allowed })
	await bench.start({
		timing: { outsidePollMs: 20, outsideProcessesMs: 0, outsideQuietMs: 0 },
		machine: {
			...thisMachine(),
			processes: async () => [{ pid: PID, command: ['/opt/Unity', '-projectpath', game] }],
		},
		dialogs: desk.system,
	})
	await room.hello()
	return bench.keyOf(game)
}

const shown = (editorKey: string, text: string) =>
	until(`the dialog ${text}`, () => {
		const dialog = room.seats().get(editorKey)?.outside?.dialog
		return dialog?.text === text ? dialog : null
	})
const answer = (editorKey: string, dialogId: string, button = 'Reload') =>
	room.ask('dialog.answer', { editorKey, dialogId, button })
const picture = (editorKey: string, dialogId: string) =>
	room.ask('dialog.picture', { editorKey, dialogId })

it('an answer presses the button of the dialog that the room shows, and the room is told that it closed', async () => {
	desk.open = dialogWith(TEXT)
	const key = await start()
	const { id, buttons, answerable } = await shown(key, TEXT)
	expect({ buttons, answerable }).toEqual({ buttons: ['Reload', 'Ignore'], answerable: true })
	expect(await answer(key, id)).toEqual({ title: 'Scene changed', pressed: 'Reload', closed: true })
	expect(desk.pressed).toEqual([`${TEXT} Reload`])
	await until('no dialog', () => room.seats().get(key)?.outside?.state !== 'dialog')
	await expect(answer(key, id)).rejects.toThrow('no longer open, so no button was pressed.')
})

it('an answer presses nothing in a later dialog, neither for the page nor for an approved call', async () => {
	desk.open = dialogWith(TEXT)
	const key = await start()
	const { id } = await shown(key, TEXT)
	desk.open = dialogWith('Delete all assets?')
	await expect(answer(key, id)).rejects.toThrow('no longer open')
	const args = { action: 'answer', id, title: 'Scene changed', button: 'Reload' }
	expect(await room.call(key, makeCall('c.1', 'editor_dialog', args))).toMatchObject({
		error: { code: 'not_found', data: { title: 'Scene changed' } },
	})
	await expect(answer(key, (await shown(key, 'Delete all assets?')).id, 'OK')).rejects.toThrow(
		'has no button "OK"',
	)
	expect(desk.pressed).toEqual([])
})

it('a room whose project does not have the folder gets no answer', async () => {
	desk.open = dialogWith(TEXT)
	const other = await bench.room()
	await bench.project('Other', other)
	const key = await start()
	const { id } = await shown(key, TEXT)
	await other.hello()
	const asked = { editorKey: key, dialogId: id, button: 'Reload' }
	await expect(other.ask('dialog.answer', asked)).rejects.toThrow('not linked to this project')
	desk.png = ONE_PIXEL
	const looked = other.ask('dialog.picture', { editorKey: key, dialogId: id })
	await expect(looked).rejects.toThrow('not linked to this project')
	expect(desk.pressed).toEqual([])
})

it('an answer presses nothing where nobody on that computer allowed it', async () => {
	desk.open = dialogWith(TEXT)
	const key = await start(false)
	desk.png = ONE_PIXEL
	await expect(answer(key, 'x')).rejects.toThrow('dialogs on')
	await expect(picture(key, 'x')).rejects.toThrow('dialogs on')
	expect(desk.pressed).toEqual([])
})

it('the relay gives a picture of the dialog that the room shows, and of no other', async () => {
	desk.open = dialogWith(TEXT)
	const key = await start()
	const { id, picture: can } = await shown(key, TEXT)
	expect(can).toBe(true)
	await expect(picture(key, id)).rejects.toThrow('could not take a picture')
	desk.png = Buffer.concat([Buffer.from('<svg/>'), ONE_PIXEL])
	await expect(picture(key, id)).rejects.toThrow('could not take a picture')
	desk.png = ONE_PIXEL
	const base64 = ONE_PIXEL.toString('base64')
	const taken = { mediaType: 'image/png', base64, width: 1, height: 1 }
	expect(await picture(key, id)).toEqual(taken)
	desk.open = dialogWith('Delete all assets?')
	await expect(picture(key, id)).rejects.toThrow('no longer open')
})

it.each(['unity', 'simulator'] as const)(
	'windows of a connected editor of the kind %s are looked for only if it has any',
	async (kind) => {
		const key = await start()
		desk.open = dialogWith(TEXT)
		await bench.connectedEditor(game, { phase: 'modal', hello: { kind } })
		await until('its phase', () => room.seats().get(key)?.phase === 'modal')
		const look = makeCall('c.1', 'editor_dialog', { action: 'look' })
		expect(await room.call(key, look)).toMatchObject({
			result: { dialog: kind === 'unity' ? { title: 'Scene changed' } : null },
		})
	},
)
