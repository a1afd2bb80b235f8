/** Why a link to a room ended, and what follows. Pure. */
import { CLOSE, FINAL_CLOSE_CODES } from '@fairlead/protocol/wire/close-codes'

/** How a connection attempt or a connection ended. */
export type Ending =
	/** The server answered the upgrade with another HTTP status than 101. */
	| { readonly kind: 'http'; readonly status: number }
	/** The proxy on the way answered with another HTTP status than 200. */
	| { readonly kind: 'proxy'; readonly status: number }
	| { readonly kind: 'closed'; readonly code: number; readonly reason: string }
	/** No connection: a network error, such as ECONNREFUSED. */
	| { readonly kind: 'unreachable'; readonly message: string }
	/** The program at a loopback address did not prove that it is the server; `message` is for people. */
	| { readonly kind: 'unproven'; readonly message: string }
	/** Neither pong nor anything else for too long. */
	| { readonly kind: 'silent' }

export type Consequence =
	| { readonly kind: 'redial'; readonly reason: string }
	/**
	 * The relay does not reconnect until the link is renewed; `hint` says what to do.
	 * `asksAgain`: it may end without anybody doing something here, so the relay tries now and then.
	 */
	| {
			readonly kind: 'stop'
			readonly reason: string
			readonly hint: string
			readonly asksAgain?: true
	  }

const RELINK =
	'If the person who linked it may no longer link computers, it comes back within a quarter of an hour of the moment they may again. Otherwise create a new relay token on the project page, then run "npm run fairlead -- link <folder>" again.'
const UPDATE =
	'Update the relay: in your clone of Fairlead, run "git pull && npm ci", then "npm run fairlead -- up".'

function stopOf(code: number): Consequence {
	switch (code) {
		case CLOSE.unauthorized:
			return {
				kind: 'stop',
				reason: 'The server rejected the relay token.',
				hint: RELINK,
				// The token counts again when its person has the role again.
				asksAgain: true,
			}
		case CLOSE.superseded:
			return {
				kind: 'stop',
				reason: 'Another relay took over this project.',
				hint: 'Only one relay can serve a project at a time. To use this one, restart "npm run fairlead -- up" here.',
			}
		case CLOSE.unsupportedVersion:
			return {
				kind: 'stop',
				reason: 'The server uses a different version of the relay link.',
				hint: UPDATE,
			}
		case CLOSE.unlinked:
			return {
				kind: 'stop',
				reason: 'The link was removed on the server, or the project was deleted.',
				hint: 'Run "npm run fairlead -- unlink <folder>", or link it to another project.',
			}
		case CLOSE.relayIdTaken:
			return {
				kind: 'stop',
				reason: "The server knows a different relay by this relay's id.",
				hint: 'Was this home folder restored from a copy? Forget the folders of the old relay on the project page, then restart "npm run fairlead -- up" here.',
			}
		default:
			return {
				kind: 'stop',
				reason: `The server closed the link permanently (${code}).`,
				hint: UPDATE,
			}
	}
}

export function consequenceOf(ending: Ending): Consequence {
	switch (ending.kind) {
		case 'http':
			if (ending.status === 401) return stopOf(CLOSE.unauthorized)
			if (ending.status === 403)
				return { kind: 'redial', reason: 'The operator of the server has suspended this project.' }
			if (ending.status === 426) return stopOf(CLOSE.unsupportedVersion)
			if (ending.status === 404 || ending.status === 410)
				// Not final: a server that is being deployed answers 404 for a moment.
				return { kind: 'redial', reason: 'The server does not have this project.' }
			return { kind: 'redial', reason: `The server answered with HTTP ${ending.status}.` }
		case 'proxy':
			return {
				kind: 'redial',
				reason:
					ending.status === 407
						? 'The proxy asks for a user name and password: put them into HTTPS_PROXY.'
						: `The proxy refused the connection (HTTP ${ending.status}).`,
			}
		case 'closed':
			if (FINAL_CLOSE_CODES.has(ending.code)) return stopOf(ending.code)
			if (ending.code === CLOSE.restarting)
				return { kind: 'redial', reason: 'The server is restarting.' }
			return {
				kind: 'redial',
				reason: `The server closed the connection (${ending.code}${ending.reason ? `: ${ending.reason}` : ''}).`,
			}
		case 'unreachable':
			return { kind: 'redial', reason: `The server could not be reached (${ending.message}).` }
		case 'unproven':
			return { kind: 'redial', reason: ending.message }
		case 'silent':
			return { kind: 'redial', reason: 'The server stopped responding.' }
		default:
			return ending satisfies never
	}
}
