/** Checks that only the running relay can make: its links, its editors, and a call's way there and back. */

import type { DeskServer } from '@fairlead/protocol/computers/local-mcp-servers'
import type { Check } from '@fairlead/protocol/editors/diagnosis'
import {
	type EditorSeat,
	needsNoEditor,
	PHASES_TAKING_CALLS,
} from '@fairlead/protocol/editors/editors'
import type { Outside } from '@fairlead/protocol/editors/outside'
import { outsideStateOf } from '@fairlead/protocol/editors/outside-state'
import { outsideAdvice, outsideWords } from '@fairlead/protocol/editors/outside-words'
import { askEditor } from '../calls/editor-question.ts'
import type { EditorPort } from '../editors/editor-port.ts'
import { roomKey } from '../home/links.ts'
import type { Clock } from '../platform/clock.ts'
import { isNewer } from '../platform/version.ts'
import { UNITYS_PACKAGE } from '../unity/package/package-state.ts'
import { Checker } from './check.ts'
import type { RelayStatus } from './status.ts'

const ROUND_TRIP_TIMEOUT_MS = 5_000
/** A call takes milliseconds; more means that Unity is throttled or busy. */
const SLOW_MS = 1_000

export interface Desk {
	readonly status: RelayStatus
	portOf(editorKey: string): EditorPort | null
	/** Whether this project has Unity's package for its own command line, and not ours. */
	hasOnlyUnitysPackage(folder: string): Promise<boolean>
	readonly clock: Pick<Clock, 'after'>
	/** Milliseconds, never set back. */
	elapsed(): number
	/** Makes call ids unique. */
	randomId(): string
}

type Link = RelayStatus['links'][number]
type Seat = RelayStatus['editors'][number]

/** `room`: only what belongs to that project, see `roomKey`; null: everything. */
export async function checkDesk(desk: Desk, room: string | null): Promise<Check[]> {
	const { links, editors, version } = desk.status
	const isShown = (of: { server: string; projectId: string } | null): boolean =>
		room === null || (of !== null && roomKey(of) === room)
	const seats = editors.filter(({ project }) => isShown(project))
	const [trips, missing] = await Promise.all([
		Promise.all(seats.map((seat) => checkRoundTrip(seat, desk))),
		Promise.all(seats.map((seat) => checkMissingPackage(seat, desk))),
	])
	return [
		...links.filter(isShown).map(checkLink),
		...seats.map(checkEditor),
		...seats.flatMap((seat) => checkPackage(seat, version)),
		...missing.flat(),
		...trips,
		...seats.flatMap(({ servers = [] }) => servers).map(checkServer),
	]
}

export function checkLink({ server, projectId, state, reason, hint }: Link): Check {
	const check = new Checker('link', `${server}/p/${projectId}`)
	switch (state) {
		case 'linked':
			// Its name is what the server says to the check of the pairing; the link knows the one at its beginning.
			return check.ok('Connected.')
		case 'dialing':
		case 'greeting':
			return check.warning('The relay is connecting.', 'Run the check again in a moment.')
		case 'waiting':
			return check.failed(
				`Not connected. ${reason ?? ''} The relay keeps trying.`,
				'See the checks of the server and the proxy.',
			)
		case 'stopped':
			return check.failed(`Not connected. ${reason ?? ''}`, hint ?? 'Link the folder again.')
		case 'closed':
			return check.failed(
				'The link is closed.',
				'Restart the relay with "npm run fairlead -- restart".',
			)
		default:
			return state satisfies never
	}
}

/** A server that the relay starts for a project. */
function checkServer({ name, state, reason, tools, leftOut }: DeskServer): Check {
	const check = new Checker('mcp_server', name)
	const has = `${tools} tool${tools === 1 ? '' : 's'}${leftOut === 0 ? '' : `, ${leftOut} left out`}`
	if (state === 'failed')
		return check.failed(
			`${reason ?? 'It failed.'} (${has})`,
			`Run its command yourself to see what it says; "npm run fairlead -- mcp-servers list" shows it.`,
		)
	return leftOut === 0
		? check.ok(`${state === 'running' ? 'Running' : 'Started when it is needed'} (${has}).`)
		: check.warning(
				`Some of its tools are left out (${has}).`,
				`See why with "npm run fairlead -- mcp-servers list". If they changed: "npm run fairlead -- mcp-servers accept ${name}".`,
			)
}

export function checkEditor(seat: Seat): Check {
	const { name, phase, phaseDetail, process: editor, project } = seat
	const check = new Checker('editor', name)
	const detail = phaseDetail ? ` (${phaseDetail})` : ''
	if (project === null)
		return check.warning(
			'Connected, but its folder is not linked to a project.',
			'Run "npm run fairlead -- link <folder>".',
		)
	if (needsNoEditor(seat))
		return check.ok(
			'A folder without Unity: files, commands and Git, while the relay is connected.',
		)
	const absence = outsideStateOf(seat)
	if (absence) return checkAbsent(check, absence, editor !== undefined)
	switch (phase) {
		case 'ready':
		case 'playing':
			return check.ok(`${editorWords(seat)}: ${phase}.`)
		case 'importing':
		case 'compiling':
		case 'reloading':
			return check.ok(`Unity is ${phase}${detail}. Calls wait until it is done.`)
		case 'busy':
			return check.warning(
				`Unity's main thread does not answer${detail}.`,
				'Wait, or look at Unity: a long operation or an endless loop in a script may run.',
			)
		case 'modal':
			return check.failed(`A dialog blocks Unity${detail}.`, 'Answer the dialog in Unity.')
		case 'gone':
			return checkAbsent(check, undefined, editor !== undefined)
		default:
			return phase satisfies never
	}
}

/** "Unity 6000.3.2f1", "Simulated editor (6000.3.2f1)". */
function editorWords({ process: editor }: Pick<Seat, 'process'>): string {
	if (editor === undefined) return 'Unity'
	return editor.kind === 'unity'
		? `Unity ${editor.unityVersion}`
		: `Simulated editor (${editor.unityVersion}), without Unity`
}

/** No package is connected: what the relay sees of Unity from outside. */
function checkAbsent(check: Checker, outside: Outside | undefined, hasConnected: boolean): Check {
	if (outside === undefined || outside.state === 'not_running')
		return check.failed(
			hasConnected ? 'Unity is closed.' : 'No editor has ever connected from this folder.',
			`Open the project in Unity${hasConnected ? '' : ', with the package installed'}: "npm run fairlead -- ${hasConnected ? 'open' : 'install-package'} <folder>".`,
		)
	const advice = outsideAdvice(outside)
	const found = `${outsideWords(outside)}.`
	return advice === null
		? check.ok(`${found} It connects when it is done.`)
		: check.failed(found, advice)
}

/** Unity's own package looks like the one that Fairlead needs. */
async function checkMissingPackage(
	{ name, phase, projectPath }: EditorSeat,
	desk: Desk,
): Promise<Check[]> {
	if (phase !== 'gone' || !(await desk.hasOnlyUnitysPackage(projectPath))) return []
	return [
		new Checker('package', name).failed(
			`This project has Unity's package ${UNITYS_PACKAGE}, which does not connect it to Fairlead, and not the Fairlead package.`,
			'Install our package: "npm run fairlead -- install-package <folder>".',
		),
	]
}

/** Package, simulator and relay have one version. */
function checkPackage({ name, process: editor, phase }: EditorSeat, relayVersion: string): Check[] {
	if (editor === undefined || phase === 'gone') return []
	const check = new Checker('package', name)
	const { pluginVersion } = editor
	// The others have no package; they come with the relay.
	const what = editor.kind === 'unity' ? "The editor's package" : 'The simulated editor'
	const found = `${what} is ${pluginVersion}, the relay ${relayVersion}.`
	if (editor.kind !== 'unity' && pluginVersion === relayVersion) return []
	if (isNewer(relayVersion, pluginVersion))
		return [check.warning(found, 'Update the package com.fairlead.editor in this Unity project.')]
	if (isNewer(pluginVersion, relayVersion))
		return [
			check.warning(
				found,
				'Update the relay: in your clone of Fairlead, run "git pull && npm ci", then "npm run fairlead -- restart".',
			),
		]
	return [check.ok(found)]
}

async function checkRoundTrip(seat: EditorSeat, desk: Desk): Promise<Check> {
	const check = new Checker('round_trip', seat.name)
	if (needsNoEditor(seat)) return check.skipped('There is no Unity in this folder.')
	const port = desk.portOf(seat.editorKey)
	if (port === null) return check.skipped('No editor is connected.')
	if (!PHASES_TAKING_CALLS.has(seat.phase))
		return check.skipped(`Unity is ${seat.phase}; it takes calls afterwards.`)
	const callId = `doctor.${desk.randomId()}`
	const startedAt = desk.elapsed()
	const silence = Promise.withResolvers<false>()
	const cancel = desk.clock.after(ROUND_TRIP_TIMEOUT_MS, () => silence.resolve(false))
	try {
		const asked = askEditor(port, callId, ROUND_TRIP_TIMEOUT_MS)
		const answered = await Promise.race([asked, silence.promise])
		asked.catch(() => undefined)
		port.forget([callId])
		if (!answered)
			return check.failed(
				'The editor is connected, but its main thread did not answer a read within 5 s.',
				'Look at Unity: it may show a dialog, run a long operation, or be frozen.',
			)
	} catch {
		return check.skipped('The editor disconnected during the check.')
	} finally {
		cancel()
	}
	const tookMs = Math.round(desk.elapsed() - startedAt)
	const found = `A read took ${tookMs} ms.`
	return tookMs <= SLOW_MS
		? check.ok(found)
		: check.warning(found, 'Unity may be throttled in the background, or busy with something else.')
}
