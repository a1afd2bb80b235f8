/** Runs that a client on this machine starts in the project of its folder: through the relay's link to the room. */
import { createHash } from 'node:crypto'
import { type ClientRuns, NO_SUCH_RUN, type RunAnswer } from '@fairlead/protocol/mcp'
import { DeskCallId, type DeskRun } from '@fairlead/protocol/wire/relay-link'
import type { Clock } from '../../platform/clock.ts'
import type { RoomApprovalsPorts } from '../calls/room-approvals.ts'

/** A relay that redials is back within this time, or the server is away. */
const AWAY_MS = 15_000
const RETRY_MS = 500

export interface DeskRunsPorts {
	readonly clock: Clock
	readonly roomOf: RoomApprovalsPorts['roomOf']
	/** The client's editor; or why there is none, for the client's model. */
	editor(): { readonly editorKey: string } | { readonly message: string }
	/** The client's name, as it says. */
	readonly client: string
	/** True if the client is set up for reading only. */
	readonly readOnly: boolean
	/** The name of the request: a repeated one starts the same run. */
	readonly request: () => string
}

export function deskRuns(ports: DeskRunsPorts): ClientRuns {
	const { client } = ports
	const asked = async (id: string, run: DeskRun): Promise<RunAnswer> =>
		DeskCallId.safeParse(id).success ? ask(ports, run) : refused(NO_SUCH_RUN)
	const room = () => {
		const editor = ports.editor()
		return 'message' in editor ? undefined : ports.roomOf(editor.editorKey)
	}
	return {
		async start({ task, mode }) {
			if (ports.readOnly && mode !== 'read-only') return refused(READ_ONLY)
			const editor = ports.editor()
			if ('message' in editor) return refused(editor.message)
			const { editorKey } = editor
			const id = `mcp_${createHash('sha256').update(ports.request()).digest('hex').slice(0, 32)}`
			return ask(ports, { do: 'start', id, client, editorKey, task, mode })
		},
		look: (id) => asked(id, { do: 'look', id, client }),
		stop: (id) => asked(id, { do: 'stop', id, client }),
		answer: (id, approvalId, approved) =>
			asked(id, { do: 'answer', id, client, approvalId, approved }),
		pageOf: ({ conversationId }) => `${room()?.name ?? ''}/c/${conversationId}`,
	}
}

/** Sends it until the room has answered: a repeated question does nothing twice. */
async function ask({ clock, roomOf, editor }: DeskRunsPorts, run: DeskRun): Promise<RunAnswer> {
	const until = clock.now() + AWAY_MS
	for (let sent = false; ; ) {
		const at = editor()
		if ('message' in at) return refused(at.message)
		const room = roomOf(at.editorKey)
		if (!room) return refused(NOT_LINKED)
		const { link } = room
		switch (link.state.kind) {
			case 'linked':
				if (!link.takesDeskRuns) return refused(OLDER)
				sent = true
				try {
					return await link.askRun(run)
				} catch {
					// The connection was lost, or the server could not answer now.
				}
				break
			case 'stopped':
				return refused(`${link.state.reason} ${link.state.hint}`)
			case 'dialing':
			case 'greeting':
			case 'waiting':
			case 'closed':
				break
			default:
				link.state satisfies never
		}
		if (clock.now() >= until) return refused(away(run, sent))
		await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
	}
}

const refused = (message: string): RunAnswer => ({ ok: false, message })

const READ_ONLY =
	'This client is set up with --mode read-only, so its runs are, too. Pass "mode": "read-only".'
const NOT_LINKED =
	'The agent runs in a project, and the relay serves none for this folder. The user links the folder with "npm run fairlead -- link" and starts the relay with "npm run fairlead -- up". Nothing was started.'
const OLDER =
	'The server of this project is older than the relay and takes no runs from here. The user updates the server, or starts the run on the page.'
const AWAY = 'The relay has no connection to the server of this project.'

/** @param sent the server may have got it */
function away(run: DeskRun, sent: boolean): string {
	if (run.do !== 'start') return `${AWAY} Ask again later.`
	return sent
		? `${AWAY} The run may have started: ask collect with the id "${run.id}" before you start it again.`
		: `${AWAY} Nothing was started. Try again later.`
}
