import { GONE_GRACE_MS } from '@fairlead/protocol/editors/editor-waits'
import type { EditorSeat, Phase } from '@fairlead/protocol/editors/editors'
import type { Outside } from '@fairlead/protocol/editors/outside'
import { describe, expect, test } from 'vitest'
import { chooseSeat, type RoomSeat, refuseBlocked, refuseHopeless, waitReason } from './routing.ts'

const seatOf = (editorKey: string, phase: Phase = 'ready'): EditorSeat => ({
	editorKey,
	name: 'Racer',
	projectPath: '/racer',
	phase,
	phaseSince: 0,
})
const known = (editorKey: string, phase: Phase = 'ready'): RoomSeat => ({
	seat: seatOf(editorKey, phase),
	relayId: 'desk',
	phaseToldAt: 1_000,
})
const A = 'desk:aaaaaaaaaaaa'
const B = 'desk:bbbbbbbbbbbb'

describe('the seat of a call: never a guess', () => {
	test.each([
		{ seats: [], target: null, requested: null, leads: 'no_editor' },
		{ seats: [], target: A, requested: null, leads: 'no_editor' },
		{ seats: [], target: null, requested: A, leads: 'no_editor' },
		{ seats: [A], target: null, requested: null, leads: A },
		{ seats: [A, B], target: null, requested: null, leads: 'ambiguous_target' },
		{ seats: [A, B], target: B, requested: null, leads: B },
		{ seats: [A, B], target: B, requested: A, leads: A },
		{ seats: [B], target: B, requested: A, leads: 'target_gone' },
		{ seats: [B], target: A, requested: null, leads: 'target_gone' },
	])('linked $seats, target $target, asked for $requested: $leads', (row) => {
		const choice = chooseSeat(
			row.seats.map((key) => known(key)),
			row.target,
			row.requested,
		)
		expect(choice.ok ? choice.chosen.seat.editorKey : choice.refusal.error.code).toBe(row.leads)
		if (!choice.ok) expect(choice.refusal.error.hint).toBeTruthy()
	})
})

describe('a plain folder', () => {
	const plain = (phase: Phase): RoomSeat => ({
		...known(A, phase),
		seat: { ...seatOf(A, phase), folderKind: 'plain' },
	})

	test('a call for an editor ends at once, with what works there', () => {
		expect(refuseBlocked(plain('gone'), true, 'editor')).toMatchObject({
			error: { code: 'unsupported', message: 'Racer is not a Unity project. Nothing was done.' },
		})
	})

	test('a call that the relay runs begins', () => {
		expect(refuseBlocked(plain('gone'), true, 'relay')).toBeNull()
		expect(waitReason(plain('gone').seat, true, 'relay')).toBeNull()
	})
})

describe('why a call waits', () => {
	test.each([
		['ready', true, 'editor', null],
		['playing', true, 'editor', null],
		['compiling', true, 'editor', 'Unity is compiling scripts'],
		['reloading', true, 'editor', 'Unity is reloading the domain'],
		['importing', true, 'editor', 'Unity is importing assets'],
		['modal', true, 'editor', 'A dialog is open in Unity'],
		['busy', true, 'editor', 'Unity is busy'],
		['gone', true, 'editor', 'Unity is closed'],
		['gone', true, 'relay', null],
		['compiling', true, 'relay', null],
		['ready', false, 'editor', 'The relay is offline'],
		['ready', false, 'relay', 'The relay is offline'],
	] as const)('%s, relay connected: %s, runs on the %s: %s', (phase, connected, runsOn, reason) => {
		expect(waitReason(seatOf(A, phase), connected, runsOn)).toBe(reason)
	})
})

test('a no-wait call still waits for a Unity that just closed, and fails at once for one that stays closed', () => {
	const gone = known(A, 'gone')
	expect(refuseHopeless(gone, true, 'editor', 1_000 + GONE_GRACE_MS)).toBeNull()
	const refusal = refuseHopeless(gone, true, 'editor', 1_001 + GONE_GRACE_MS)
	expect(refusal?.error).toMatchObject({
		code: 'no_editor',
		message: 'Unity is not running for Racer.',
	})
	expect(refuseHopeless(gone, true, 'relay', 1e12)).toBeNull()
	expect(refuseHopeless(gone, false, 'editor', 1e12)).toBeNull()
	expect(refuseHopeless(known(A, 'modal'), true, 'editor', 1e12)).toBeNull()
})

describe('an editor without a connected package', () => {
	const ERROR = {
		file: 'Assets/Spin.cs',
		line: 7,
		column: 30,
		code: 'CS1002',
		message: '; expected',
		severity: 'error',
	} as const
	const seen = (outside: Omit<Outside, 'since'>): RoomSeat => ({
		...known(A, 'gone'),
		seat: { ...seatOf(A, 'gone'), outside: { since: 0, ...outside } },
	})
	const broken: Pick<Outside, 'errors' | 'errorCount'> = { errors: [ERROR], errorCount: 3 }

	test.each<[Omit<Outside, 'since'>, string]>([
		[{ state: 'starting' }, 'Unity is starting'],
		[{ state: 'unlicensed' }, 'Unity has no valid license'],
		[{ state: 'crashed' }, 'Unity crashed'],
		[{ state: 'no_package' }, 'Unity is open without the Fairlead package'],
		[{ state: 'safe_mode', ...broken }, 'Unity is in Safe Mode: 3 compile errors'],
		[
			{ state: 'safe_mode', ...broken, pending: true },
			'Unity is in Safe Mode and has not compiled the changed scripts yet',
		],
		[
			{
				state: 'dialog',
				dialog: { id: '1', title: 'Enter Safe Mode?', buttons: [], answerable: false },
			},
			'A dialog is open in Unity: Enter Safe Mode?',
		],
	])('%o: %s', (outside, reason) => {
		expect(waitReason(seen(outside).seat, true, 'editor')).toBe(reason)
		expect(waitReason({ ...seen(outside).seat, phase: 'ready' }, true, 'editor')).toBeNull()
	})

	test.each<[Omit<Outside, 'since'>, string]>([
		[{ state: 'crashed' }, 'Unity crashed'],
		[{ state: 'not_connected' }, 'Unity is reloading the domain'],
	])('while its return is waited for, %o: %s', (outside, reason) => {
		expect(waitReason({ ...seen(outside).seat, phase: 'reloading' }, true, 'editor')).toBe(reason)
	})

	test.each<[Omit<Outside, 'since'>, boolean]>([
		[{ state: 'starting' }, true],
		[{ state: 'importing' }, true],
		[{ state: 'compiling' }, true],
		[{ state: 'safe_mode', ...broken, pending: true }, true],
		[{ state: 'compile_errors', ...broken, pending: true }, true],
		[{ state: 'safe_mode', ...broken }, false],
		[{ state: 'crashed' }, false],
		[{ state: 'not_running' }, false],
		[{ state: 'no_package' }, false],
		[{ state: 'not_connected' }, false],
	])('a no-wait call, %o: waits for Unity: %s', (outside, waits) => {
		expect(refuseHopeless(seen(outside), true, 'editor', 1e12) === null).toBe(waits)
	})

	test('ends calls with the compile errors that only the agent can fix, until it has changed a file', () => {
		const refusal = refuseBlocked(seen({ state: 'safe_mode', ...broken }), true, 'editor')
		expect(refusal?.error).toMatchObject({
			code: 'compile_errors',
			message: 'Unity is in Safe Mode: 3 compile errors. Nothing was done.',
			hint: expect.stringContaining(`Read ${ERROR.file} with read_file`),
			data: { errors: [ERROR], errorCount: 3 },
		})
		expect(refuseBlocked(seen({ state: 'compile_errors', ...broken }), true, 'editor')).toBeTruthy()
		for (const waits of [
			seen({ state: 'safe_mode', ...broken, pending: true }),
			seen({ state: 'compiling', ...broken }),
			seen({ state: 'not_running' }),
			known(A, 'gone'),
		])
			expect(refuseBlocked(waits, true, 'editor')).toBeNull()
		const mended = seen({ state: 'safe_mode', ...broken })
		expect(refuseBlocked(mended, true, 'relay')).toBeNull()
		expect(refuseBlocked(mended, false, 'editor')).toBeNull()
	})

	test('is left to a person behind a dialog, who approves its answer where the system allows one', () => {
		const dialog = { id: '1', title: 'Enter Safe Mode?', buttons: ['Ignore'], answerable: true }
		const open = seen({ state: 'dialog', dialog })
		expect(refuseBlocked(open, true, 'editor')?.error).toMatchObject({
			code: 'modal_dialog',
			data: { dialog: { id: '1', title: 'Enter Safe Mode?', buttons: ['Ignore'] } },
		})
		const modal = { ...open, seat: { ...open.seat, phase: 'modal' as const } }
		expect(refuseBlocked(modal, true, 'editor')).not.toBeNull()
		expect(refuseBlocked(open, true, 'relay')).toBeNull()
		expect(
			refuseBlocked({ ...open, seat: { ...open.seat, phase: 'ready' } }, true, 'editor'),
		).toBeNull()
		const shown = seen({ state: 'dialog', dialog: { ...dialog, answerable: false } })
		expect(refuseBlocked(shown, true, 'editor')).toBeNull()
	})
})
