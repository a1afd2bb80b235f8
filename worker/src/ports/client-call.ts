/**
 * The call of an MCP client as a message of a conversation: a person reads it on the page, and the provider `mcp`
 * reads it back. Pure.
 */
import type { CallError } from '@fairlead/protocol/calls'
import type { StoredAttachment } from '@fairlead/protocol/stream-parts'

export interface ClientCall {
	/** Of the message and of the tool call. */
	readonly id: string
	/** A tool's name. */
	readonly name: string
	readonly input: unknown
}

/** One line of JSON cannot contain the line that ends the block. */
const FORM = /^(\S{1,128}) `(mcp_[0-9a-z]{1,60})`\n```json\n(.*)\n```$/

export const callText = ({ id, name, input }: ClientCall): string =>
	`${name} \`${id}\`\n\`\`\`json\n${JSON.stringify(input)}\n\`\`\``

/** Null: somebody's words. */
export function callIn(text: string): ClientCall | null {
	const [, name = '', id = '', json = ''] = FORM.exec(text) ?? []
	if (name === '') return null
	try {
		return { id, name, input: JSON.parse(json) as unknown }
	} catch {
		return null
	}
}

/** How far such a call is. */
export type CallStanding =
	/** Others are before it, or it is about to begin. */
	| { readonly state: 'queued' }
	| { readonly state: 'asks'; readonly approvalId: string }
	/** `reason`: why the editor cannot take it now; null: it runs. */
	| { readonly state: 'running'; readonly reason: string | null }
	| { readonly state: 'done'; readonly outcome: KeptOutcome }
	/** Its run ended before it began, or there never was such a call. */
	| { readonly state: 'gone' }

/** An outcome as the conversation keeps it: pictures are fetched by their id. */
export type KeptOutcome =
	| {
			readonly status: 'ok'
			readonly result: unknown
			readonly attachments: readonly (StoredAttachment & { readonly blobId: string })[]
	  }
	| { readonly status: 'error'; readonly error: CallError }
