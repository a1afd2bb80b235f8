/** Each kind of error, as a model meets it, says what to do next. A code without an example here does not compile. */

import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { resolveCall, type ToolName } from '@fairlead/protocol/tools'
import { type CallError, CallErrorCode, type CallOutcome } from '@fairlead/protocol/wire/calls'
import { beforeAll, expect, test } from 'vitest'
import { outcomeOfError } from '../../relay-cli/src/files/file-error.ts'
import {
	cancelled,
	conflictInEditor,
	effectUnknown,
	noSuchSeat,
	notJournaled,
	queueDeadline,
	sentDeadline,
	targetGone,
} from '../../relay-cli/src/platform/verdicts.ts'
import { proposeCalls } from '../../worker/src/agent/calls/proposed-calls.ts'
import { chooseSeat } from '../../worker/src/rooms/calls/routing.ts'
import { withBrokenScript } from './cases/scripts.ts'
import { Desk } from './kit/desk.ts'
import { car, twins } from './kit/objects.ts'

let desk: Desk
beforeAll(async () => {
	desk = await Desk.open()
	return () => desk.close()
})

type Args = Record<string, unknown>
const SCRIPT = 'Assets/Scripts/Reader.cs'

const made = async (tool: ToolName, args: Args): Promise<CallError> =>
	errorOf(await desk.call(tool, args))

function errorOf(outcome: CallOutcome): CallError {
	if (outcome.status === 'ok') throw new Error('It did not fail.')
	return outcome.error
}

function refused(tool: string, args: Args): CallError {
	const resolved = resolveCall(tool, args)
	if (resolved.ok) throw new Error('It passed.')
	return resolved.error
}

const seat = (phase: EditorSeat['phase']): EditorSeat => ({
	editorKey: 'k',
	name: 'Game',
	projectPath: '/Game',
	phase,
	phaseSince: 0,
})
const roomSeat = (editorKey: string) => ({
	seat: { ...seat('ready'), editorKey },
	relayId: 'r',
	relayName: 'Desk',
	connected: true,
})

const create = (args: Args) => ({ action: 'create', ...args })
const modify = (component_type: string, properties: Args) => ({
	action: 'modify',
	game_object_id: '/Main Camera',
	component_type,
	properties,
})
/** A script of three lines that is there. */
const reader = () => desk.ok('write_file', { path: SCRIPT, content: 'public class Reader\n{\n}\n' })

/** How a model comes to each: from the editor and the files of the desk where it can, else from who says it. */
const EXAMPLES: Readonly<Record<CallErrorCode, () => CallError | Promise<CallError>>> = {
	invalid_arguments: () => refused('unity_hierarchy', create({ position: [0, 0] })),
	unknown_tool: () => refused('unity_heirarchy', {}),
	not_found: () => made('unity_hierarchy', { action: 'destroy', instance_id: '/MainCamera' }),
	ambiguous: async () => {
		await twins(desk)
		return made('unity_hierarchy', { action: 'destroy', instance_id: '/Twin' })
	},
	unknown_property: () => made('unity_component', modify('Camera', { fov: 40 })),
	unknown_type: () => made('unity_component', modify('Camra', { fieldOfView: 40 })),
	already_exists: async () => {
		const path = await desk.fresh()
		return made('unity_scene', { action: 'create', path })
	},
	dirty_scene: async () => {
		const path = await desk.fresh()
		await desk.fresh()
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Unsaved' })
		return made('unity_scene', { action: 'open', path })
	},
	in_play_mode: async () => {
		await desk.ok('unity_play', { action: 'enter' })
		return made('unity_scene', { action: 'save' })
	},
	not_in_play_mode: () => made('unity_play', { action: 'step' }),
	compile_errors: async () => {
		const found: CallError[] = []
		await withBrokenScript(desk, async () => {
			found.push(await made('unity_play', { action: 'enter' }))
		})
		return found[0] as CallError
	},
	unsupported: async () => {
		await car(desk, 'Cart')
		return made('unity_hierarchy', { action: 'destroy', instance_id: '/Cart/Wheel' })
	},
	outside_project: () => made('read_file', { path: '../elsewhere.txt' }),
	stale_file: async () => {
		await reader()
		return made('write_file', { path: SCRIPT, content: '', expected_sha256: '0'.repeat(64) })
	},
	no_match: async () => {
		await reader()
		const edits = [{ find: 'class Writer', replace: 'class Reader' }]
		return made('edit_file', { path: SCRIPT, edits })
	},
	too_large: async () => {
		const path = 'Assets/long.txt'
		await desk.ok('write_file', { path, content: `${'x'.repeat(600)}\n`.repeat(800) })
		const edits = [{ find: 'x', replace: 'xx', replace_all: true }]
		return made('edit_file', { path, edits })
	},
	no_editor: () => errorOf(noSuchSeat([])),
	ambiguous_target: () => {
		const choice = chooseSeat([roomSeat('a'), roomSeat('b')] as never, null, null)
		if (choice.ok) throw new Error('It guessed.')
		return errorOf(choice.refusal)
	},
	target_gone: () => errorOf(targetGone('Game', [])),
	editor_busy: () => errorOf(queueDeadline(seat('importing'))),
	modal_dialog: () => errorOf(queueDeadline(seat('modal'))),
	deadline_exceeded: () => errorOf(sentDeadline(seat('ready'), 'safe')),
	effect_unknown: () => errorOf(effectUnknown('Game', 'The editor did not respond in time')),
	conflict: () => errorOf(conflictInEditor()),
	denied: () => {
		const args = { action: 'destroy', instance_id: '/Cube' }
		const [call] = proposeCalls({
			runId: 'r',
			stepSeq: 0,
			mode: 'read-only',
			now: 0,
			activated: [],
			custom: [],
			servers: [],
			projectKind: 'unity',
			parts: [{ type: 'tool-call', callId: 'c', name: 'unity_hierarchy', input: args }],
			hash: (text: string) => text,
			remembered: () => null,
			refused: new Map(),
			recall: () => cancelled(),
			skills: new Map(),
			asksNobody: false,
			ownSearch: false,
			searches: 0,
		})
		return errorOf(call?.outcome as CallOutcome)
	},
	cancelled: () => errorOf(cancelled()),
	disk_full: () => errorOf(notJournaled()),
	internal: () => errorOf(outcomeOfError(new Error('A defect.'))),
}

test.each(CallErrorCode.options)('%s', async (code) => {
	await desk.fresh()
	const error = await EXAMPLES[code]()
	expect(error.code).toBe(code)
	expect(error.message).toMatch(/^\S.{10,}/)
	// A sentence about the next step; or, where arguments are wrong, what is right stands in the message.
	const next = error.hint ?? (code === 'invalid_arguments' ? error.message : '')
	expect(next, `${error.message} But what next?`).toMatch(
		/\b(use|refer|write|repeat|retry|read|look|ask|tell|choose|open|enter|leave|wait|call|search|fix|unpack|save|free|split|make|set|pass|see|list|update|edit|omit)\b/i,
	)
})
