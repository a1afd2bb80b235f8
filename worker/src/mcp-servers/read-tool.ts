/** A server's list of tools as it is kept: clean, bounded, under names that model providers take. Text in it is data. Pure. */
import { MAX_SERVER_TOOLS, MAX_TOOL_NAME, serverToolName } from '@fairlead/protocol/mcp-servers'
import * as z from 'zod'
import { hashSecret } from '../accounts/secrets.ts'
import type { KeptTool } from '../db/mcp-server-schema.ts'
import { rebuildSchema } from './json-schema.ts'

const MAX_DESCRIPTION = 800
const MAX_TITLE = 80
/** Limit of all tools together, as JSON: a row of D1 holds 2 MB, and each run reads it. */
const MAX_LIST_CHARS = 400_000
/** Tools that are named as left out; further ones are counted. */
const MAX_LEFT_OUT = 20
/** A longer definition is not even read. */
const MAX_SENT_CHARS = 200_000
/** Added to a name that was cut, or that two tools would have. */
const SUFFIX_CHARS = 6

const SentTool = z.object({
	name: z.string().min(1).max(1_000),
	title: z.string().optional(),
	description: z.string().optional(),
	inputSchema: z.unknown(),
	annotations: z
		.object({
			title: z.string().optional(),
			readOnlyHint: z.boolean().optional(),
			destructiveHint: z.boolean().optional(),
		})
		.optional()
		.catch(undefined),
})

export interface LeftOut {
	readonly name: string
	readonly reason: string
}

/** Without characters that hide or turn text. Line breaks stay. */
export const cleanText = (text: string): string =>
	text.replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, ' ').trim()
const cleanLine = (text: string): string => cleanText(text).replace(/\s+/gu, ' ')

/**
 * @param server the prefix, which counts against the length of a name
 * @param sent as the server sent them
 */
export async function readTools(
	server: string,
	sent: readonly unknown[],
): Promise<{ readonly tools: KeptTool[]; readonly leftOut: LeftOut[] }> {
	const tools: KeptTool[] = []
	const left: LeftOut[] = []
	const taken = new Set<string>()
	let chars = 0
	for (const one of sent) {
		const read = tools.length < MAX_SERVER_TOOLS ? await readTool(server, one, taken) : TOO_MANY
		const size = 'reason' in read ? 0 : JSON.stringify(read).length
		if ('reason' in read) left.push({ name: shownNameOf(one), reason: read.reason })
		else if (chars + size > MAX_LIST_CHARS) {
			left.push({ name: read.name, reason: 'All tools of this server together are too long.' })
		} else {
			chars += size
			taken.add(read.name)
			tools.push(read)
		}
	}
	return { tools, leftOut: bounded(left) }
}

const TOO_MANY = { reason: `A server can offer ${MAX_SERVER_TOOLS} tools.` } as const

function bounded(left: readonly LeftOut[]): LeftOut[] {
	if (left.length <= MAX_LEFT_OUT) return [...left]
	const more = left.length - MAX_LEFT_OUT
	return [...left.slice(0, MAX_LEFT_OUT), { name: `${more} more`, reason: 'Not listed.' }]
}

async function readTool(
	server: string,
	one: unknown,
	taken: ReadonlySet<string>,
): Promise<KeptTool | { readonly reason: string }> {
	const parsed = SentTool.safeParse(one)
	if (!parsed.success) return { reason: 'It is not described as the protocol wants it.' }
	const { name: original, title, description = '', inputSchema, annotations } = parsed.data
	const text = JSON.stringify([original, title, description, inputSchema, annotations])
	if (text.length > MAX_SENT_CHARS) return { reason: 'Its description is too long.' }
	const schema = rebuildSchema(inputSchema, cleanText)
	if (!schema.ok) return { reason: schema.reason }
	const hash = await hashSecret(text)
	const shown = cleanLine(title ?? annotations?.title ?? '').slice(0, MAX_TITLE)
	const name = nameOf(server, original, hash, taken)
	return {
		name,
		original,
		title: shown || name.replaceAll(/[_-]+/g, ' '),
		description: cleanText(description).slice(0, MAX_DESCRIPTION) || shown || name,
		inputSchema: schema.schema,
		hint: annotations?.destructiveHint ? 'destructive' : annotations?.readOnlyHint ? 'read' : null,
		hash,
	}
}

/** Letters, digits, `_` and `-`; with a part of its hash where that would not tell tools apart. */
function nameOf(
	server: string,
	original: string,
	hash: string,
	taken: ReadonlySet<string>,
): string {
	const room = MAX_TOOL_NAME - serverToolName(server, '').length
	const plain = original.replaceAll(/[^A-Za-z0-9_-]/g, '_').replace(/^_+/, '') || 'tool'
	if (plain.length <= room && !taken.has(plain)) return plain
	return `${plain.slice(0, room - SUFFIX_CHARS - 1)}_${hash.slice(0, SUFFIX_CHARS)}`
}

function shownNameOf(one: unknown): string {
	const { name } = (one ?? {}) as { name?: unknown }
	return typeof name === 'string' ? cleanLine(name.slice(0, 200)).slice(0, MAX_TOOL_NAME) : '?'
}
