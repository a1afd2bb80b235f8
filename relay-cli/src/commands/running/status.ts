/** `fairlead status`: the state of the running relay. */

import { needsNoEditor } from '@fairlead/protocol/editors/editors'
import { outsideAdvice, outsideWords } from '@fairlead/protocol/editors/outside-words'
import { escaped, UNSEEN } from '@fairlead/protocol/view/unseen'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import type { Command } from 'commander'
import type { RelayStatus } from '../../doctor/status.ts'
import { ago, CommandError, EXIT, paint, table } from '../terminal.ts'
import { homeInUse } from './home-in-use.ts'

const ANSWER_TIMEOUT_MS = 5_000

export function statusCommand(program: Command): void {
	program
		.command('status')
		.description('show editors, phases, projects and link states')
		.option('--json', 'print JSON')
		.action(status)
}

async function status(options: { readonly json?: true }): Promise<void> {
	const { runningRelay } = await import('../../service/running-relay.ts')
	const { home, ofStart } = await homeInUse()
	const file = await runningRelay(home)
	if (file === null) {
		if (options.json) process.stdout.write(`${JSON.stringify({ running: false })}\n`)
		throw new CommandError(
			`The relay is not running (home folder ${home}). Start it with "npm run fairlead -- up".`,
			EXIT.notRunning,
		)
	}
	const again = ofStart
		? 'Start "npm start" again.'
		: 'Restart it with "npm run fairlead -- restart".'
	const now = await askStatus(file, again)
	process.stdout.write(
		options.json ? `${JSON.stringify({ running: true, ...now }, null, 2)}\n` : render(now),
	)
}

/** @throws {CommandError} when nothing, or another program, answers on the port. */
async function askStatus(file: RelayFile, again: string): Promise<RelayStatus> {
	const { pid, port } = file
	const [{ askRelay }, { RelayStatus }] = await Promise.all([
		import('../../requests/local-client.ts'),
		import('../../doctor/status.ts'),
	])
	const asked = { method: 'GET', path: '/status', timeoutMs: ANSWER_TIMEOUT_MS } as const
	const json = await askRelay(file, asked).catch((error: Error) => {
		throw new CommandError(
			`The relay’s process (pid ${pid}) is there, but does not answer on port ${port}: ${error.message}. ${again}`,
			EXIT.notRunning,
		)
	})
	const parsed = RelayStatus.safeParse(json)
	if (!parsed.success)
		throw new CommandError(`The program on port ${port} is not a relay of this version. ${again}`)
	return parsed.data
}

const PHASE_STYLE = { ready: 'green', playing: 'green', gone: 'dim', modal: 'red' } as const
const LINK_STYLE = { linked: 'green', stopped: 'red' } as const

type Seat = RelayStatus['editors'][number]

/** Names of windows and files come from other programs: none of their characters may move the cursor. */
const shown = (text: string): string => text.replace(UNSEEN, escaped)

/** The relay's view of Unity says more than that its package is gone. */
function phaseWords(seat: Seat, now: number): string {
	const { phase, phaseSince, phaseDetail, outside } = seat
	if (outside && phase === 'gone') {
		const detail = outside.detail === undefined ? '' : ` (${shown(outside.detail)})`
		return `${shown(outsideWords(outside))}${detail}, ${ago(now - outside.since)}`
	}
	if (needsNoEditor(seat)) return 'folder without Unity'
	return `${phase} ${ago(now - phaseSince)}${phaseDetail ? ` (${shown(phaseDetail)})` : ''}`
}

function styleOf(seat: Seat): 'green' | 'dim' | 'red' | 'yellow' {
	if (needsNoEditor(seat)) return 'green'
	const { phase, outside } = seat
	if (phase === 'gone' && outside && outside.state !== 'not_running')
		return outside.state === 'crashed' ? 'red' : 'yellow'
	return phase in PHASE_STYLE ? PHASE_STYLE[phase as keyof typeof PHASE_STYLE] : 'yellow'
}

/** The table for people. */
export function render(status: RelayStatus, now: number = Date.now()): string {
	const lines = [
		`${paint('bold', 'fairlead')} ${status.version}, pid ${status.pid}, port ${status.port}, up for ${ago(now - status.startedAt)}`,
		...(status.newest === null
			? []
			: [`Version ${status.newest} is available. "doctor" says how to update.`]),
		'',
	]
	if (status.editors.length === 0) {
		lines.push(
			'No editors, and no linked folders. Run "npm run fairlead -- link <folder>" in your clone of Fairlead.',
		)
	} else {
		const rows = status.editors.map((seat) => [
			seat.name,
			phaseWords(seat, now),
			seat.process ? `${seat.process.kind} ${seat.process.unityVersion}` : '-',
			seat.project?.projectId ?? 'not linked',
			seat.projectPath,
		])
		const text = table([['EDITOR', 'PHASE', 'VERSION', 'PROJECT', 'FOLDER'], ...rows]).split('\n')
		text.forEach((line, i) => {
			const seat = status.editors[i - 1]
			lines.push(paint(seat === undefined ? 'bold' : styleOf(seat), line))
		})
		for (const { name, outside } of status.editors) {
			const advice = outside ? outsideAdvice(outside) : null
			if (advice !== null) lines.push(`${shown(name)}: ${shown(advice)}`)
		}
	}
	for (const link of status.links) {
		const style =
			link.state in LINK_STYLE ? LINK_STYLE[link.state as keyof typeof LINK_STYLE] : 'yellow'
		lines.push(
			'',
			`${link.server} ${link.projectName ? `"${link.projectName}" (${link.projectId})` : link.projectId}: ${paint(style, link.state)}`,
		)
		if (link.reason) lines.push(`  ${link.reason}${link.hint ? ` ${link.hint}` : ''}`)
	}
	return `${lines.join('\n')}\n`
}
