/**
 * The call of an MCP client as a message of a conversation: a person reads it on the page, and the provider `mcp`
 * reads it back. Pure.
 */

export interface ClientCall {
	/** The id of both the message and the tool call. */
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
