/** Events of a running relay: one event, one line. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { outsideWords } from '@fairlead/protocol/editors/outside-words'

/** The state of the connection to a project's room. */
export type LinkState =
	| { readonly kind: 'dialing'; readonly attempt: number }
	/** The socket is open, the hello not yet answered. */
	| { readonly kind: 'greeting'; readonly attempt: number }
	| { readonly kind: 'linked'; readonly since: number; readonly projectName: string }
	| { readonly kind: 'waiting'; readonly attempt: number; readonly reason: string }
	/** Also while it asks whether a refused token counts again. */
	| { readonly kind: 'stopped'; readonly reason: string; readonly hint: string }
	| { readonly kind: 'closed' }

export type RelayEvent =
	| {
			readonly kind: 'started'
			readonly port: number
			readonly home: string
			readonly links: number
	  }
	/** An editor took a seat, or changed phase. */
	| { readonly kind: 'editor'; readonly seat: EditorSeat }
	/** An editor said hello. */
	| { readonly kind: 'editor-connected'; readonly seat: EditorSeat }
	| {
			readonly kind: 'link'
			readonly server: string
			readonly projectId: string
			readonly state: LinkState
	  }
	/** links.json cannot be read; the previous links stay. */
	| { readonly kind: 'links-unreadable'; readonly message: string }
	/** mcp-servers.json cannot be read; the servers of before stay. */
	| { readonly kind: 'servers-unreadable'; readonly message: string }
	/** Claude Code writes something that this relay knows nothing of. Once for each type. */
	| { readonly kind: 'agent-record-unknown'; readonly type: string }
	/** A server knows a newer relay than this one. Once for each version. */
	| { readonly kind: 'newer-version'; readonly version: string }
	| { readonly kind: 'stopped' }

/** Whether a person should see it also in a quiet relay. */
export const needsAttention = (event: RelayEvent): boolean =>
	event.kind === 'links-unreadable' ||
	event.kind === 'servers-unreadable' ||
	(event.kind === 'link' && event.state.kind === 'stopped')

/** A line for people; null for events that would only be noise. */
export function describeEvent(event: RelayEvent): string | null {
	switch (event.kind) {
		case 'started':
			return event.links === 0
				? `Listening on 127.0.0.1:${event.port}. No folder is linked yet. Choose a Unity project on the project page, or run "npm run fairlead -- link <folder>" in your clone of Fairlead.`
				: `Listening on 127.0.0.1:${event.port}. ${event.links} linked folder${event.links === 1 ? '' : 's'}.`
		case 'editor-connected': {
			const { name, process: editor } = event.seat
			return `${name}: ${editor?.kind === 'simulator' ? 'simulated editor' : `Unity ${editor?.unityVersion}`} connected (pid ${editor?.pid}).`
		}
		case 'editor': {
			const { name, phase, phaseDetail, outside } = event.seat
			if (phase === 'gone' && outside) return `${name}: ${outsideWords(outside)}.`
			return `${name}: ${phase}${phaseDetail ? ` (${phaseDetail})` : ''}.`
		}
		case 'link':
			return describeLink(`${event.server} project ${event.projectId}`, event.state)
		case 'links-unreadable':
		case 'servers-unreadable':
			return event.message
		case 'agent-record-unknown':
			return `Transcripts of Claude Code have records of the type "${event.type}", which this version does not know and leaves out. A newer relay may know them.`
		case 'newer-version':
			return `Version ${event.version} of the relay is available. In your clone of Fairlead, run "git pull && npm ci", then "npm run fairlead -- restart".`
		case 'stopped':
			return 'Stopped.'
		default:
			return event satisfies never
	}
}

function describeLink(where: string, state: LinkState): string | null {
	switch (state.kind) {
		case 'linked':
			return `${where}: linked as "${state.projectName}".`
		case 'waiting':
			// One line when the connection is lost, not one per attempt.
			return state.attempt <= 1 ? `${where}: disconnected. ${state.reason} Reconnecting.` : null
		case 'stopped':
			return `${where}: stopped. ${state.reason} ${state.hint}`
		case 'dialing':
		case 'greeting':
		case 'closed':
			return null
		default:
			return state satisfies never
	}
}
